// @vitest-environment node
// What the page, the command and the documentation say of files: one list.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a plain script without types
import { withTables } from '../../../.ci/formats_doc.mjs';
import {
  findContainers,
  findReadable,
  plainWords,
  readableContainers,
  readableFiles,
  readableTools,
} from '../../../web/src/words/readable_files.ts';

describe('the list of files that are read', () => {
  it('is that of docs/formats.md; "node .ci/formats_doc.mjs" writes it there', () => {
    const path = new URL('../../../docs/formats.md', import.meta.url);
    const written = readFileSync(path, 'utf8');
    expect(withTables(written, { readableFiles, readableContainers })).toBe(written);
    for (const { label, commands } of readableFiles) {
      expect(written).toContain(`| ${label} |`);
      for (const command of commands) expect(written).toContain(`\`${command}\``);
    }
  });

  it('says of every file where it comes from, what is read, and has each once', () => {
    for (const { label, commands, origin, read } of readableFiles) {
      expect(commands.length + origin.length, label).toBeGreaterThan(0);
      expect(read, label).not.toBe('');
    }
    expect(new Set(readableFiles.map(({ id }) => id)).size).toBe(readableFiles.length);
    expect(readableTools).toContain('HELM');
    expect(readableTools.length).toBeLessThan(readableFiles.length);
  });

  it('has no mark that breaks a table, and commands without a line break', () => {
    for (const { label, origin, files, read, notRead, commands } of readableFiles) {
      expect([label, origin, ...files, read, notRead].join('')).not.toMatch(/[|\n]/);
      for (const command of commands) expect(command).toMatch(/^[^`\n]+$/);
    }
  });

  it('is searched in every part, in any case, and by all words', () => {
    const ids = (query: string) => findReadable(query).map(({ id }) => id);
    expect(ids('')).toHaveLength(readableFiles.length);
    expect(ids('LOG_samples')).toEqual(['lm_eval_samples']);
    expect(ids('helm-run')).toEqual(['helm_stats']);
    expect(ids('langfuse')).toEqual(['json_records']);
    expect(ids('annotations.json')).toEqual(['alpaca_eval']);
    expect(ids('helm questions')).toEqual(['helm_instances']);
    expect(ids('no such tool')).toEqual([]);
    expect(findContainers('xlsx')).toHaveLength(1);
  });

  it('loses its marks where they cannot be shown', () => {
    expect(plainWords('as `a/b` says ([docs/format.md](format.md))')).toBe('as a/b says (docs/format.md)');
  });
});
