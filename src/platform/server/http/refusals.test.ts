import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest, partOf } from '#scripts/source-files.ts';
import { refusalTexts } from '#core/refusals/catalogue.ts';
import { parseEnglishRefusal } from '#core/refusals/english.ts';
import type { ReasonCode } from '#core/refusals/refusal.ts';
import { importKinds } from '#modules/imports/kinds.ts';
import { schemaOf } from '#platform/collections/schemas.ts';
import { routes } from '#app/server/routes.ts';

const root = join(import.meta.dirname, '../../../..');
const codes = Object.keys(refusalTexts) as ReasonCode[];

/** Sources that can refuse: all server code, except the catalogue and tests. */
const sources = globSync('src/**/*.ts', { cwd: root })
  .filter(
    (path) =>
      partOf(path) !== 'web' &&
      !isTest(path) &&
      !/core\/refusals\/|app\/server\/(seed|commands)\//.test(path),
  )
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Returns whether a file describes input, whose refusals are sentences. */
const isSchema = ({ path, text }: { path: string; text: string }) =>
  partOf(path) === 'shared' && /from '(zod'|#platform\/collections\/)/.test(text);

/** Codes that are built from a prefix and an ending. */
const families: Readonly<Record<string, readonly string[]>> = {
  'conversion-': ['known', 'contradicts'],
  'pieces-': ['more', 'rest'],
  'undo-': ['used', 'priced', 'deleted', 'changed', 'moved'],
  'kept-': ['used', 'priced', 'deleted', 'changed', 'moved', 'refused'],
};
const ofFamilies = new Set(
  Object.entries(families).flatMap(([start, ends]) => ends.map((end) => start + end)),
);

/** The part of a schema's definition that is used here. */
interface Def {
  _zod: { def: Record<string, unknown> & { checks?: Def[]; error?: (issue: object) => unknown } };
}

/** Returns all sentences of a schema. */
function sentencesOf(schema: unknown, visited = new Set<unknown>()): string[] {
  const def = (schema as Partial<Def> | null)?._zod?.def;
  if (!def || visited.has(schema)) return [];
  visited.add(schema);
  const custom = def.error?.({ code: 'custom', input: 0, path: [] });
  const sentence =
    typeof custom === 'string' ? custom : (custom as { message?: string } | undefined)?.message;
  const parts = Object.values(def).flatMap((part) =>
    part instanceof Object ? [part, ...Object.values(part)] : [],
  );
  return [
    ...(sentence === undefined ? [] : [sentence]),
    ...parts.flatMap((part) => sentencesOf(part, visited)),
  ];
}

const ofSchemas = [
  ...routes.flatMap((route) => [
    ...('body' in route && route.body ? sentencesOf(route.body) : []),
    ...(route.query ? sentencesOf(route.query) : []),
  ]),
  ...Object.values(importKinds).flatMap(({ columns }) =>
    columns.flatMap(({ field }) => sentencesOf(schemaOf(field))),
  ),
];

describe('refusals', () => {
  it('of schemas are sentences of the catalogue', () => {
    expect(ofSchemas.length).toBeGreaterThan(500);
    const unknown = [...new Set(ofSchemas)].filter((sentence) => parseEnglishRefusal(sentence) === null);
    expect(unknown, 'Give it a code in src/core/refusals/catalogue.ts, and its Arabic').toEqual([]);
  });

  it('of the catalogue are each raised somewhere', () => {
    const raised = new Set(
      [...ofSchemas, ...literals()].flatMap((sentence) => parseEnglishRefusal(sentence)?.reason ?? []),
    );
    const unused = codes.filter(
      (code) =>
        !raised.has(code) && !ofFamilies.has(code) && !sources.some(({ text }) => text.includes(`'${code}'`)),
    );
    expect(unused, 'Nothing refuses with it: take it out').toEqual([]);
  });

  it('appear as sentences in the catalogue only', () => {
    const sourcesWithSentences = sources
      .filter(
        (file) =>
          !isSchema(file) && !/app\/server\/(?!node\/images)|platform\/server\/(db|jobs)\//.test(file.path),
      )
      .flatMap(({ path, text }) =>
        literalsOf(text).flatMap((one) => (parseEnglishRefusal(one) ? [`${path}: ${one}`] : [])),
      );
    expect(sourcesWithSentences, 'Refuse by its code: refusal(...)').toEqual([]);
  });
});

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const quoted = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.)*)`/g;

/** Returns string literals with several words. */
function literalsOf(source: string): string[] {
  return [...source.replace(comments, '').matchAll(quoted)]
    .map(([, single, back]) => (single ?? back ?? '').replaceAll("\\'", "'"))
    .filter((sentence) => /^[A-Z0-9“].* /.test(sentence));
}

/** Returns the sentences of definitions for inconsistent rows. */
function literals(): string[] {
  return sources.filter(isSchema).flatMap(({ text }) => literalsOf(text));
}
