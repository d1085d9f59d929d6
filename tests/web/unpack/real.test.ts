// @vitest-environment node
// Public files beside the checkout. Sizes and hashes of members are those that Python 3.11 zipfile gives.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DiskFile } from '../../../web/src/engine/disk_file.ts';
import { expand } from '../../../web/src/unpack/expand.ts';
import { Budget } from '../../../web/src/unpack/limits.ts';
import { sha256Of, wholeOf } from '../../../web/src/unpack/streams.ts';
import { contentOf, listMembers } from '../../../web/src/unpack/zip_members.ts';
import { sharedFolder } from '../../shared_data.ts';
import { sha256 } from './make.ts';

const at = (path: string) => join(sharedFolder, 'real', path);
/** Skipped, and said, where the file is absent. */
const onReal = (path: string, what: string, work: (file: DiskFile) => Promise<void>) => {
  const here = existsSync(at(path));
  it.skipIf(!here)(`${here ? '' : '[skipped] '}${path} ${what}`, () => work(new DiskFile(at(path))));
};

// zipfile.ZipFile(f).infolist(): name, file_size; hashlib.sha256(read()).hexdigest()
const mmluPro = [
  ['Llama-2-7b-hf', 14_130_003, 12_032, 'a7c5b0d83b888b4bd522733b182f63cbf4c38157e12dfc4cb466e46d32447f6d'],
  [
    'Meta-Llama-3_1-8B-Instruct',
    22_848_571,
    12_032,
    '5e67638131db8b38b3e5e1b6a001789df88355f10db576877fc6abd33b343ea8',
  ],
  [
    'gemini-1.5-pro-002',
    14_998_294,
    12_020,
    '43389bd50af09190053516106b4558ddd4d625add31a26d5df3c281f69fb4cf5',
  ],
] as const;

for (const [model, bytes, rows, hash] of mmluPro) {
  const name = `model_outputs_${model}_5shots`;
  onReal(`mmlu_pro/${name}.zip`, 'has one file', async (archive) => {
    const { files, notes } = await expand([{ path: archive.name, file: archive as File }]);
    expect(notes).toEqual([]);
    expect(files.map((one) => [one.path, one.file.size])).toEqual([[`${name}.zip/${name}.json`, bytes]]);
    const [only] = files;
    expect(await sha256Of(only?.file as File)).toBe(hash);
    expect(JSON.parse((await only?.file.text()) ?? '')).toHaveLength(rows);
  });
}

// As above; of the two in Zstandard, which zipfile does not unpack, the sizes and checksums that it lists.
const logs = [
  ['2024-11-05T13-32-37-05-00_input-task_hxs4q9azL3ySGkjJirypKZ.eval', 6, 1, 'summaries'],
  ['2025-02-11T15-17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr.eval', 14, 10, 'samples'],
  ['log_formats.eval', 6, 1, 'summaries'],
  ['log_streaming.eval', 9, 4, 'summaries'],
  ['mmlu-summary-choices.eval', 6, 1, 'summaries'],
  ['zstd/mmlu-summary-choices.zstd.eval', 6, 1, 'summaries'],
  ['zstd/popularity.zstd-multiframe.eval', 15, 10, 'summaries'],
] as const;

for (const [path, members, samples, from] of logs) {
  onReal(`inspect_ai/${path}`, `has ${samples} samples, out of its ${from}`, async (archive) => {
    const listed = await listMembers(archive, path);
    expect(listed).toHaveLength(members);
    // Each is as long, and has the checksum, that the archive says: contentOf() compares.
    for (const member of listed) {
      const content = await wholeOf(contentOf(archive, member, path, new Budget(path)), 1e9);
      expect(content?.length).toBe(member.unpacked);
    }
    const { files, notes } = await expand([{ path, file: archive as File }]);
    expect(notes).toEqual([]);
    expect(files.map((one) => one.original?.sha256)).toEqual([
      sha256(readFileSync(at(`inspect_ai/${path}`))),
    ]);
    const text = JSON.parse((await files[0]?.file.text()) ?? '');
    expect(text).toMatchObject({ version: 2, status: 'success' });
    expect(text.samples).toHaveLength(samples);
    expect('messages' in text.samples[0]).toBe(from === 'samples');
  });
}

// The same log before and after members became Zstandard.
onReal(
  'inspect_ai/zstd/mmlu-summary-choices.zstd.eval',
  'is the text of the deflated one',
  async (archive) => {
    const deflated = new DiskFile(at('inspect_ai/mmlu-summary-choices.eval'));
    const [one, other] = (
      await expand([archive, deflated].map((file) => ({ path: file.name, file: file as File })))
    ).files;
    expect(await one?.file.text()).toBe(await other?.file.text());
  },
);

onReal('inspect_ai/log_formats.eval', 'cut at any byte is refused', async (archive) => {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  for (let size = 4; size < bytes.length; size += 7) {
    const cut = new File([bytes.slice(0, size)], 'x.eval');
    const { files } = await expand([{ path: 'x.eval', file: cut }]);
    expect(files.map((one) => one.refusal?.code)).toEqual(['truncated_file']);
  }
});
