// Why an average has no HARMONY, in few words; the whole sentence is in the title and in the benchmark's view.

export function shortRefusal(code: string, message: string): string {
  const short: Record<string, string> = {
    needs_choice_distributions: 'needs probabilities or at least 3 models',
    all_scores_equal: 'all scores are equal',
    too_few_items: 'needs more items',
    too_few_models: 'needs more models',
    too_large: 'too large',
  };
  return short[code] ?? message;
}
