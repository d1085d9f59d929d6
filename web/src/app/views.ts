// The views that exist, in the order of the questions people ask.
import type { ViewName } from '../state/address.ts';

export interface ViewEntry {
  name: ViewName;
  question: string;
  /** What it answers, in a few words. */
  about: string;
  needsData: boolean;
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
];
