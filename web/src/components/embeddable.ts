// What a chart and a table say of themselves, so that they can be embedded alone.
import { useEffect } from 'preact/hooks';
import { addPart, chosenPart, isEmbedded, type PartKind } from '../state/embedded.ts';

/** The attribute data-embedded: '' for the one that an embedded page shows. */
export function useEmbeddable(kind: PartKind, name: string, title: string): '' | undefined {
  useEffect(() => addPart({ kind, name, title }), [kind, name, title]);
  const chosen = isEmbedded.value ? chosenPart.value : null;
  return chosen?.kind === kind && chosen.name === name ? '' : undefined;
}
