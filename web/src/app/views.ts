// The views that exist, in the order of the questions people ask.
import type { ViewName } from '../state/address.ts';

export interface ViewEntry {
  name: ViewName;
  question: string;
  /** What it answers, in a few words. */
  about: string;
  needsData: boolean;
  /** A heading of the rail before this view. */
  heading?: string;
}

export const views: readonly ViewEntry[] = [
  { name: 'import', question: 'What did I load?', about: 'Files, joins, what is missing', needsData: false },
  {
    name: 'overview',
    question: 'Can I trust the averages?',
    about: 'Every model, every benchmark',
    needsData: true,
  },
  {
    name: 'benchmark',
    question: 'One benchmark',
    about: 'Subdomains, what they follow',
    needsData: true,
  },
  { name: 'items', question: 'Items', about: 'Difficulty, discrimination, flags', needsData: true },
  { name: 'models', question: 'Models', about: 'Abilities, ranks, two compared', needsData: true },
  {
    name: 'measures',
    question: 'What it measures',
    about: 'Benchmarks on the dimensions',
    needsData: true,
  },
  { name: 'fewer', question: 'Fewer items', about: 'Which items are enough', needsData: true },
  {
    name: 'prediction',
    question: 'Prediction',
    about: 'Answers held out, against averages',
    needsData: true,
  },
  {
    name: 'adaptive',
    question: 'Adaptive testing',
    about: 'The next items for a new model',
    needsData: true,
  },
  {
    name: 'plane',
    question: 'Benchmarks compared',
    about: 'Which are even for all models',
    needsData: true,
    heading: 'Study',
  },
  {
    name: 'rebalancing',
    question: 'Re-balancing',
    about: 'Which scores are fragile',
    needsData: true,
  },
  { name: 'scaling', question: 'Scaling trends', about: 'By family, size and tokens', needsData: true },
  { name: 'ranks', question: 'Ranks and noise', about: 'Ties, smallest difference', needsData: true },
  { name: 'compare', question: 'Two models', about: 'Where they differ', needsData: true },
  {
    name: 'validation',
    question: 'Does this work?',
    about: 'Known truth, simulated models',
    needsData: false,
  },
];
