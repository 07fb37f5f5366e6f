import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest, getPart } from '#scripts/source-files.ts';
import { refusalTexts } from '#core/refusals/catalogue.ts';
import { parseEnglishRefusal } from '#core/refusals/english.ts';
import type { ReasonCode } from '#core/refusals/refusal.ts';
import { importKinds } from '#modules/imports/kinds.ts';
import { getSchema } from '#platform/collections/schemas.ts';
import { routes } from '#app/server/routes.ts';

const root = join(import.meta.dirname, '../../../..');
const codes = Object.keys(refusalTexts) as ReasonCode[];

/** Source files that can raise refusals: all server code, except the catalogue and tests. */
const sources = globSync('src/**/*.ts', { cwd: root })
  .filter(
    (path) =>
      getPart(path) !== 'web' &&
      !isTest(path) &&
      !/core\/refusals\/|app\/server\/(seed|commands)\//.test(path),
  )
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Returns whether a file defines input, whose refusals are written as sentences. */
const isSchema = ({ path, text }: { path: string; text: string }) =>
  getPart(path) === 'shared' && /from '(zod'|#platform\/collections\/)/.test(text);

/** Codes that are built from a prefix and a suffix. */
const codesByPrefix: Readonly<Record<string, readonly string[]>> = {
  'pieces-': ['more', 'rest'],
  'undo-': ['used', 'priced', 'deleted', 'changed', 'moved'],
  'kept-': ['used', 'priced', 'deleted', 'changed', 'moved', 'refused'],
};
const composedCodes = new Set(
  Object.entries(codesByPrefix).flatMap(([prefix, suffixes]) => suffixes.map((suffix) => prefix + suffix)),
);

/** The part of a schema's definition that is used here. */
interface Def {
  _zod: { def: Record<string, unknown> & { checks?: Def[]; error?: (issue: object) => unknown } };
}

/** Returns all messages of a schema. */
function collectSentences(schema: unknown, visited = new Set<unknown>()): string[] {
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
    ...parts.flatMap((part) => collectSentences(part, visited)),
  ];
}

const schemaSentences = [
  ...routes.flatMap((route) => [
    ...('body' in route && route.body ? collectSentences(route.body) : []),
    ...(route.query ? collectSentences(route.query) : []),
  ]),
  ...Object.values(importKinds).flatMap(({ columns }) =>
    columns.flatMap(({ field }) => collectSentences(getSchema(field))),
  ),
];

describe('refusals', () => {
  it('of schemas are in the catalogue', () => {
    expect(schemaSentences.length).toBeGreaterThan(500);
    const unknown = [...new Set(schemaSentences)].filter(
      (sentence) => parseEnglishRefusal(sentence) === null,
    );
    expect(unknown, 'Give it a code in src/core/refusals/catalogue.ts, and its Arabic').toEqual([]);
  });

  it('in the catalogue are all raised somewhere', () => {
    const raised = new Set(
      [...schemaSentences, ...listDefinitionLiterals()].flatMap(
        (sentence) => parseEnglishRefusal(sentence)?.reason ?? [],
      ),
    );
    const unused = codes.filter(
      (code) =>
        !raised.has(code) &&
        !composedCodes.has(code) &&
        !sources.some(({ text }) => text.includes(`'${code}'`)),
    );
    expect(unused, 'This code is unused: remove it').toEqual([]);
  });

  it('are written out only in the catalogue', () => {
    const sourcesWithSentences = sources
      .filter(
        (file) =>
          !isSchema(file) && !/app\/server\/(?!node\/images)|platform\/server\/(db|jobs)\//.test(file.path),
      )
      .flatMap(({ path, text }) =>
        findLiterals(text).flatMap((literal) =>
          parseEnglishRefusal(literal) ? [`${path}: ${literal}`] : [],
        ),
      );
    expect(sourcesWithSentences, 'Use its code: refusal(...)').toEqual([]);
  });
});

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const quoted = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.)*)`/g;

/** Returns string literals with several words. */
function findLiterals(source: string): string[] {
  return [...source.replace(comments, '').matchAll(quoted)]
    .map(([, single, back]) => (single ?? back ?? '').replaceAll("\\'", "'"))
    .filter((sentence) => /^[A-Z0-9“].* /.test(sentence));
}

/** Returns the string literals of input definitions, for rows that are inconsistent. */
function listDefinitionLiterals(): string[] {
  return sources.filter(isSchema).flatMap(({ text }) => findLiterals(text));
}
