// The key figures under the verdict, each with its n and its uncertainty.

import { KeyFigure, KeyFigures } from '../../components/basics.tsx';
import type { HarmonyResult } from '../../engine/results.ts';
import {
  count,
  counted,
  fixed,
  percent,
  percentRange,
  pValue,
  unit,
  unitRange,
} from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';

/** Uncertainty and n below each other: as wide as the longer one, whatever the numbers. */
const joined = (...parts: string[]) =>
  parts.map((part) => (
    <span key={part} class="figure-line">
      {part}
    </span>
  ));

export function KeyNumbers({ result }: { result: HarmonyResult }) {
  const { accuracy, bootstrap, nullDistribution: chance, spread } = result;
  const n = `n = ${count(result.items)}`;
  return (
    <>
      <KeyFigures>
        <KeyFigure
          label={<Term name="accuracy">Accuracy</Term>}
          value={percent(accuracy.value)}
          below={joined(percentRange(accuracy.interval) || 'no interval', `n = ${count(accuracy.items)}`)}
        />
        <KeyFigure
          label={<Term name="harmony">HARMONY</Term>}
          value={unit(result.harmony)}
          below={
            result.harmony === null
              ? joined('not defined', n)
              : joined(unitRange(bootstrap) || 'no interval', n)
          }
        />
        <KeyFigure
          label={<Term name="null">Chance alone</Term>}
          value={unit(chance?.mean)}
          below={chance ? joined(unitRange(chance), pValue(chance.pValue)) : joined('not computed', n)}
        />
        <KeyFigure
          label={<Term name="size harmony">Sizes alone</Term>}
          value={unit(result.harmonyOfSizes)}
          below={joined('H_size', n)}
        />
        <KeyFigure
          label={<Term name="effective number">Effective number</Term>}
          value={fixed(result.effectiveSubdomains, 1)}
          below={joined(`of ${result.k}`, n)}
        />
        <KeyFigure
          label={<Term name="weighted standard deviation">Spread (SD)</Term>}
          value={fixed(spread.weightedSd * 100, 1)}
          below={joined(`points, range ${fixed(spread.range * 100, 1)}`, n)}
        />
      </KeyFigures>
      <p class="small quiet alternatives">
        Other measures of the same: <Term name="gini">Gini</Term> {unit(spread.gini)},{' '}
        <Term name="coefficient of variation">coefficient of variation</Term>{' '}
        {unit(spread.coefficientOfVariation)}, <Term name="macro average">macro average</Term>{' '}
        {percent(spread.macroAverage)} ({counted(result.subdomains.length, 'subdomain')}, {n}).
      </p>
    </>
  );
}
