import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reasonOf } from '#domain/refusals/refusal.ts';

const root = join(import.meta.dirname, '../../..');

/** Where what an import breaks is told in a sentence. */
const sources = [
  ...globSync('src/contract/resources/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts')),
  'src/contract/items.ts',
  'server/modules/items/checks.ts',
  'server/modules/master-data/effects.ts',
  'server/modules/master-data/line-units.ts',
  'server/modules/master-data/scope.ts',
];

/** Told of a whole row by hand, where an import names the field; and of templates, which are not imported. */
const others = [
  /is in use: /,
  /was ordered or moved already/,
  /has the barcode/,
  /^This item stands in another/,
];

const blanks: Readonly<Record<string, string>> = { known: '1 case is 12 kg' };

const comments = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;
const hints = /hint:\s*(['`])[^'`]*\1/g;

/** Sentences in quotes, with something in their blanks. */
function sentencesIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8').replace(comments, '').replace(hints, '');
  return [...text.matchAll(/(['`])((?:(?!\1).)*\.)\1/g)].flatMap(([, , sentence = '']) => {
    if (!/^[A-Z$]\S* ./.test(sentence) || others.some((other) => other.test(sentence))) return [];
    return [sentence.replace(/\$\{(\w*)[^}]*\}/g, (_, name: string) => blanks[name] ?? 'x')];
  });
}

it('every rule that an import may break can be worded by clients', () => {
  const told = sources.flatMap((path) => sentencesIn(path).map((sentence) => [path, sentence] as const));
  expect(told.length).toBeGreaterThan(12);
  const unknown = told.filter(([, sentence]) => reasonOf(sentence) === null);
  expect(unknown, 'Give it a code in src/domain/refusals/catalogue.ts').toEqual([]);
});
