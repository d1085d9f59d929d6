// What stands below figures: the parameters of the view, the engine, and a hash that anybody can compute.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { figureFooter } from '../../web/src/charts/footer.ts';
import type { EngineErrorData } from '../../web/src/engine/results.ts';
import { hashLines } from '../../web/src/state/figure_footer.ts';
import { navigate, resetParameters, setOtherValue, setParameters } from '../../web/src/state/history.ts';
import { engineVersion, report } from '../../web/src/state/store.ts';
import { importReport } from './fixtures/harmony_result.ts';

const loaded = importReport();
const [file] = loaded.files;
if (!file) throw new Error('the fixture has files');
const [one, two] = ['b'.repeat(64), 'a'.repeat(64)];
const withFiles = (...hashes: string[]) => ({
  ...loaded,
  files: hashes.map((sha256, id) => ({ ...file, id, sha256, error: null as EngineErrorData | null })),
});

describe('the footer of figures', () => {
  beforeEach(() => {
    report.value = null;
    navigate({ view: 'overview' });
    resetParameters();
  });

  it('has the hash of all hashes, in whatever order the files came', async () => {
    // sha256sum FILES | cut -c1-64 | sort | sha256sum | cut -c1-12
    const expected = createHash('sha256').update(`${two}\n${one}\n`).digest('hex').slice(0, 12);
    report.value = withFiles(one, two);
    await vi.waitFor(() => expect(figureFooter.value.data).toBe(expected));
    report.value = withFiles(two, one);
    await vi.waitFor(() => expect(figureFooter.value.data).toBe(expected));
    report.value = null;
    expect(figureFooter.value.data).toBe('');
  });

  it('says when the data are the example, and leaves out files that could not be read', () => {
    report.value = withFiles('');
    expect(figureFooter.value.data).toBe('built-in example');
    const broken = withFiles(one, two);
    const [first] = broken.files;
    if (first) first.error = { code: 'x', message: '', file: '', line: 0, hint: '' };
    expect(hashLines(broken)).toBe(`${two}\n`);
  });

  it('names the engine to the byte', () => {
    engineVersion.value = { version: '0.1.0', id: '0.1.0-9f2b5c8a2273' };
    expect(figureFooter.value.engine).toBe('0.1.0-9f2b5c8a2273');
  });

  it('has the parameters of the view, and not how it is looked at', () => {
    report.value = withFiles(one);
    expect(figureFooter.value.facts).toEqual(['tau = 1', 'b = 0.1', 'k = by the silhouette', 'seed = 1']);
    navigate({ view: 'benchmark' });
    setParameters({ bandwidth: 0.25, subdomains: 4 }, true);
    setOtherValue('sort', '-harmony');
    const { facts } = figureFooter.value;
    expect(facts).toEqual(expect.arrayContaining(['b = 0.25', 'k = 4', 'tau = 1', 'seed = 1']));
    expect(facts).toContain(loaded.benchmarks[0]?.name);
    expect(facts.join()).not.toMatch(/sort|view/);
  });
});
