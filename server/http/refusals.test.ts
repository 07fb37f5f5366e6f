import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reasonOf } from '#domain/refusals/refusal.ts';

const root = join(import.meta.dirname, '../..');

/** Where something is refused: the kernel, the modules, the rules, and what definitions say of a wrong value. */
const sources = globSync(
  [
    'server/{http,modules,documents}/**/*.ts',
    'server/node/images.ts',
    'src/domain/**/*.ts',
    'src/contract/{resources/*,items}.ts',
  ],
  { cwd: root },
).filter((path) => !/\.test\.ts$|\/testing\/|description\/|domain\/refusals\//.test(path));

const text = /(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g;
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const summaries = /\b(?:summary|about|description|hint):\s*(['`])(?:(?!\1)[^\\]|\\.)*\1/g;

/** What reads like a sentence for people: a capital or a blank, several words, and an end. */
const isSentence = (said: string) => /^(?:[A-Z]|\$\{)/.test(said) && / /.test(said) && /[.]$/.test(said);

function sentencesIn(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8').replace(comments, '').replace(summaries, '');
  return [...source.matchAll(text)]
    .map(([, , said = '']) => said.replaceAll("\\'", "'"))
    .filter((said) => isSentence(said) && !untold.some((fault) => fault.test(said)));
}

/** No refusal: a fault of ours, for the log alone, the end of a stream, the note of an order. */
const untold = [
  /^One unit is no number/,
  /^A step is above zero/,
  /^Pictures cannot be uploaded/,
  /^The server stops/,
  /^Sends again what was/,
];

/** Something for each blank, of the kind that the rules put there. */
function filled(said: string): string {
  return said
    .replace(
      /\$\{[^}]*(?:mostAttachments|pixels|Pixels|megapixels|width|height|decimals|max|length|count|Math)[^}]*\}/g,
      '8',
    )
    .replace(/\$\{[^}]*(?:verb|wordOf)[^}]*\}/g, 'edit')
    .replaceAll('${known}', '1 case is 12 kg')
    .replace(/\$\{[^}]*toLowerCase[^}]*\}/g, 'approved')
    .replace(/\$\{[^}]*(?:barcode)[^}]*\}/g, '40-1')
    .replace(/\$\{[^}]*(?:\.row|other)\}/g, '7')
    .replace(/\$\{[^}]*\}/g, 'Rice');
}

it('whatever is refused can be worded by clients in their own language', () => {
  const told = sources.flatMap((path) => sentencesIn(path).map((said) => `${path}: ${said}`));
  expect(told.length).toBeGreaterThan(100);
  const unknown = told.filter((line) => reasonOf(filled(line.slice(line.indexOf(': ') + 2))) === null);
  expect(unknown, 'Give it a code in src/domain/refusals/catalogue.ts, and its Arabic').toEqual([]);
});
