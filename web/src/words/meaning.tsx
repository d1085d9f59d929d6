// "What does this mean?" beside HARMONY: plain words and the two blind spots.

import './words.css';

export function HarmonyMeaning() {
  return (
    <details class="meaning">
      <summary>What does this mean?</summary>
      <p>
        A benchmark’s average mixes groups of items: its subdomains. HARMONY asks whether that one number
        speaks for all of them. It is 1 when the subdomains are of equal size and each scores like the
        average. It falls towards 0 when the average stands for few of them, because the others score far
        above or below it.
      </p>
      <p>
        Compare it with two numbers beside it. <em>Chance</em> is HARMONY after shuffling the scores over the
        items: if HARMONY is not below it, the subdomains do not differ more than luck makes them.{' '}
        <em>H_size</em> is HARMONY if all subdomains scored the same.
      </p>
      <p>It has two blind spots:</p>
      <ul>
        <li>
          <strong>Unequal sizes alone lower it.</strong> One subdomain with 80% of the items and one with 20%,
          both scoring exactly the same, give .72, not 1. Look at H_size.
        </li>
        <li>
          <strong>Two subdomains of equal size always give 1</strong>, even if one is solved perfectly and the
          other not at all. Look at the bars.
        </li>
      </ul>
      <p>
        And it is about <em>these</em> subdomains: another partition can give another value. The partition
        audit shows what they follow.
      </p>
    </details>
  );
}
