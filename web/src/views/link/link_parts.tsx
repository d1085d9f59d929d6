// Above the view: how far a link's data are, whether its claim was reproduced, and what of it is not understood.
import './link.css';
import { OpeningLink } from './opening_link.tsx';
import { ReproductionBanner } from './reproduction_banner.tsx';
import { UnknownPairs } from './unknown_pairs.tsx';

export function LinkParts() {
  return (
    <>
      <OpeningLink />
      <ReproductionBanner />
      <UnknownPairs />
    </>
  );
}
