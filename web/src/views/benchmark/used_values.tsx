// What the analysis really used: values floored, items padded or left out, eigenvalues, stability over seeds.

import type { HarmonyResult } from '../../engine/results.ts';
import { currentAnalysis } from '../../state/analysis.ts';
import { drawsSoFar } from '../../state/bootstrap_draws.ts';
import { count, counted, fixed, unit } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { hasSimilarity, partitionInWords } from './partitions.ts';

export function UsedValues() {
  const { result, state } = currentAnalysis.value;
  if (result === null) return null;
  return (
    <section
      class={`used ${state === 'working' && drawsSoFar.value === null ? 'stale-content' : ''}`}
      aria-label="What was used"
    >
      <h3>What was used</h3>
      <dl>
        <dt>Subdomains by</dt>
        <dd>{partitionInWords(result.parameters.partition)}</dd>
        {hasSimilarity(result.parameters.partition) && result.parameters.choices !== '' && (
          <>
            <dt>Option probabilities</dt>
            <dd class="mono">{result.parameters.choices}</dd>
          </>
        )}
        {result.similarity && (
          <>
            <dt>Similarity</dt>
            <dd>{similarityInWords(result.similarity)}</dd>
            <dt>Starts of k-means</dt>
            <dd>{result.parameters.starts}</dd>
          </>
        )}
        <dt>Items</dt>
        <dd>
          {count(result.items)}
          {result.itemsLeftOut > 0 &&
            `, ${count(result.itemsLeftOut)} left out (no score or no distribution)`}
        </dd>
        <dt>Bandwidth b</dt>
        <dd>{fixed(result.bandwidth, 3)}</dd>
        <dt>k</dt>
        <dd>
          {result.k}, {kChosen(result)}
        </dd>
        <dt>
          <Term name="floor">Floored</Term>
        </dt>
        <dd>
          {result.flooredCells === 0
            ? 'no probability'
            : `${counted(result.flooredCells, 'probability', 'probabilities')} in ${counted(result.flooredItems, 'item')}`}
        </dd>
        <dt>Padded</dt>
        <dd>
          {result.paddedItems === 0
            ? 'no item'
            : `${counted(result.paddedItems, 'item')} with fewer options than the others`}
        </dd>
        {result.stability && (
          <>
            <dt>
              {result.stability.over === 'halves' ? (
                <Term name="stability over halves">Two halves of the models</Term>
              ) : (
                <Term name="stability">Other seeds</Term>
              )}
            </dt>
            <dd>
              same partition to {unit(result.stability.adjustedRand)} (
              {counted(result.stability.seeds, result.stability.over === 'halves' ? 'split' : 'seed')})
            </dd>
          </>
        )}
        {result.eigenvalues.length > 0 && (
          <>
            <dt>
              <Term name="eigenvalues">Eigenvalues</Term>
            </dt>
            <dd>
              {result.eigenvalues
                .slice(0, 12)
                .map((value) => unit(value))
                .join(' ')}
              {result.eigenvalues.length > 12 && ' …'}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function similarityInWords(similarity: NonNullable<HarmonyResult['similarity']>): string {
  switch (similarity.path) {
    case 'angles':
      return 'exact, (1 + cosine) / 2 of the angle between two items';
    case 'stored':
      return 'exact, every pair';
    case 'tiles':
      return 'exact, every pair computed again in each pass';
    case 'low rank':
      return `low rank (${similarity.rank}); off by at most ${similarity.largestError.toPrecision(1)} in ${count(similarity.checkedPairs)} random pairs`;
  }
}

function kChosen(result: HarmonyResult): string {
  switch (result.kChosenBy) {
    case 'silhouette':
      return 'largest mean silhouette';
    case 'user':
      return 'chosen by you';
    case 'attribute':
      return 'values of the column';
  }
}
