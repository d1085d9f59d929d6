// Fewer items: what is kept of the shown fit, by the share, rule and dimension of the address.
import { computed, effect } from '@preact/signals';
import type { ItemResponseResult, SelectionParameters } from '../engine/item_response.ts';
import { createFitJob } from './fit_job.ts';
import { address, otherValue, setOtherValue } from './history.ts';
import { currentFit, shownFit } from './item_response.ts';
import { shownPart, showsIn, together } from './shown.ts';
import { engine } from './store.ts';

export const leastShare = 0.01;
export const mostShare = 0.9;
const defaultShare = 0.1;
/** As in the table of the paper on BenchMIRT, and between. */
const curveShares = [0.05, 0.1, 0.25, 0.5];

/** The share of the address, in whole percents. */
export const share = computed(() => {
  const percents = Number(otherValue('share') ?? '');
  return Number.isInteger(percents) && percents >= leastShare * 100 && percents <= mostShare * 100
    ? percents / 100
    : defaultShare;
});
export const rule = computed<SelectionParameters['rule']>(() =>
  otherValue('rule') === 'discriminating' ? 'discriminating' : 'information',
);
/** 0 = all dimensions together, else from 1. */
export const selectionDimension = computed(() => {
  const dimension = Number(otherValue('along') ?? '0');
  const most = currentFit.value.result?.dimensions.length ?? 6;
  return Number.isInteger(dimension) && dimension >= 0 && dimension <= most ? dimension : 0;
});

export function chooseSelection(change: {
  share?: number;
  rule?: SelectionParameters['rule'];
  dimension?: number;
}): void {
  if (change.share !== undefined) {
    setOtherValue(
      'share',
      change.share === defaultShare ? undefined : String(Math.round(change.share * 100)),
    );
  }
  if (change.rule !== undefined) {
    setOtherValue('rule', change.rule === 'information' ? undefined : change.rule);
  }
  if (change.dimension !== undefined) {
    setOtherValue('along', change.dimension === 0 ? undefined : String(change.dimension));
  }
}

/** Five parts of the models are left out in turn, or each alone where there are fewer. */
export const foldsOfModels = (result: ItemResponseResult): number =>
  Math.max(2, Math.min(5, result.models.model.length));

/** What the selection is asked for; null = there is no fit yet. */
export const selectionParameters = computed<SelectionParameters | null>(() => {
  const { state, result } = currentFit.value;
  if (state !== 'done' || !result) return null;
  return {
    fit: result.fit,
    rule: rule.value,
    dimension: result.dimensions.length > 1 ? selectionDimension.value : 0,
    share: share.value,
    shares: [...new Set([...curveShares, share.value])].sort((a, b) => a - b),
    bins: 10,
    draws: 50,
    folds: foldsOfModels(result),
    seed: 1,
  };
});

export const selectionJob = createFitJob(
  'The selection is computed.',
  (parameters: SelectionParameters, onStatus, signal) => engine().selection(parameters, onStatus, signal),
);

/** Ended because the fit changed, not by hand: it begins again when the fit is back. */
let givenUp = false;
effect(() => {
  const wanted = selectionParameters.value;
  const open = address.value.view === 'fewer';
  queueMicrotask(() => {
    if (wanted === null) {
      if (selectionJob.state.peek().state !== 'working') return;
      selectionJob.cancel();
      givenUp = true;
      return;
    }
    // What was cancelled by hand stays so until something is changed.
    const changed = JSON.stringify(wanted) !== JSON.stringify(selectionJob.parameters.peek());
    if (!open || !(changed || givenUp)) return;
    givenUp = false;
    void selectionJob.start(wanted, true);
  });
});

export function repeatSelection(): void {
  const wanted = selectionParameters.peek();
  if (wanted) void selectionJob.start(wanted, true);
}

showsIn('fewer', () =>
  together([
    shownFit(),
    shownPart(selectionJob.state.value, 'selection', {}, (result) => [
      { name: 'kept items', value: result.kept.length },
    ]),
  ]),
);
