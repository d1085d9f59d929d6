// Real files, where they lie beside the checkout.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedExists, sharedFolder } from '../shared_data.ts';
import { analyse, loadCore, readFile, report } from './core.ts';

const shared = (path: string) => readFileSync(join(sharedFolder, path));

describe.skipIf(!sharedExists)('real files', () => {
  it('three logs of 2023 join on 1,267 items', async () => {
    const session = new (await loadCore()).Session();
    for (const model of ['llama', 'llama13', 'mistral']) {
      const path = `real/lm_eval/old_write_out_info/${model}/winogrande_write_out_info.json`;
      expect(readFile(session, path, shared(path)).error).toBeNull();
    }
    const loaded = report(session);
    expect(loaded.models.length).toBe(3);
    expect(loaded.benchmarks[0]?.itemsSharedByAll).toBe(1267);
    session.delete();
  });

  it('option probabilities of 18 models give the published figures in WebAssembly too', async () => {
    const session = new (await loadCore()).Session();
    const path = 'datasets/naep_cmcqrd_probs/option_probs.csv';
    readFile(session, path, shared(path));
    const model = report(session).models.find((one) => one.name === 'Llama-3.1-8B');
    const result = analyse(session, 0, model?.index ?? -1);
    // methods.md section 2, the partition audit: computed with numpy and scikit-learn.
    expect(result.k).toBe(10);
    expect(result.accuracy.value).toBeCloseTo(0.8692, 4);
    expect(result.harmony).toBeCloseTo(0.595, 2);
    expect(result.harmonyOfSizes).toBeCloseTo(0.837, 2);
    expect(result.audit.explainedBy).toBe('chosen option');
    session.delete();
  });
});
