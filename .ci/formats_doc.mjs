// Writes the tables of docs/formats.md from web/src/words/readable_files.ts, which the page shows too.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './command.mjs';

const path = join(root, 'docs', 'formats.md');

const table = (header, rows) =>
  [header, header.map(() => '---'), ...rows]
    .map((cells) => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`)
    .join('\n');

const code = (texts) => texts.map((text) => `\`${text.replaceAll('|', '\\|')}\``);

/** The document with its two tables made anew. */
export function withTables(document, { readableFiles, readableContainers }) {
  const tools = table(
    ['read as', 'what makes the file', 'its name', 'what is read', 'what is not'],
    readableFiles.map(({ label, commands, origin, files, read, notRead }) => [
      label,
      [...code(commands), origin].filter(Boolean).join('; '),
      code(files).join(', '),
      read,
      notRead,
    ]),
  );
  const containers = table(
    ['what', 'what is read of it'],
    readableContainers.map(({ what, read }) => [what, read]),
  );
  const put = (text, name, content) => {
    const part = new RegExp(`(<!-- ${name}: .*? -->\n)[\\s\\S]*?(\n<!-- end of ${name} -->)`);
    if (!part.test(text)) throw new Error(`docs/formats.md has no place for the table "${name}".`);
    return text.replace(part, (_, before, after) => `${before}\n${content}\n${after}`);
  };
  return put(put(document, 'tools', tools), 'containers', containers);
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const bundled = await rolldown({ input: join(root, 'web', 'src', 'words', 'readable_files.ts') });
  const { output } = await bundled.generate({ format: 'es' });
  await bundled.close();
  const lists = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  writeFileSync(path, withTables(readFileSync(path, 'utf8'), lists));
}
