import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { getPart, listSourceFiles } from '#scripts/source-files.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { likePattern, likeJsonElement } from './like.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const matches = async (text: string, part: ReturnType<typeof likePattern>) => {
  const { rows } = await sql<{ found: unknown }>`select ${text} like ${part} as found`.execute(api.db.read);
  return Boolean(rows[0]?.found);
};

describe('searching with LIKE', () => {
  it.each([
    ['50 % cream', '50 %', true],
    ['500 cream', '50%', false],
    ['a_b', 'a_b', true],
    ['axb', 'a_b', false],
    ['a\\b', 'a\\b', true],
    ['a\\b', '\\', true],
    ['ab', '\\', false],
    ['100\\%', '\\%', true],
    ['100%', '\\%', false],
    ["it's", "'", true],
  ])('%j contains %j: %s', async (text, part, expected) => {
    expect(await matches(text, likePattern(part))).toBe(expected);
  });

  it.each([
    [['a_b'], 'a_b', true],
    [['axb'], 'a_b', false],
    [['a"b\\c'], 'a"b\\c', true],
    [['abc'], 'b', false],
  ])('%j has the element %j: %s', async (list, word, expected) => {
    expect(await matches(JSON.stringify(list), likeJsonElement(word))).toBe(expected);
  });

  it('finds names with characters that are special in LIKE', async () => {
    const admin = api.as('admin');
    for (const [code, name] of [
      ['LA', '50 % fat_free \\ Käse'],
      ['LB', '500 fatxfree'],
    ])
      expect((await admin.post('/brands', { name, code })).status).toBe(201);
    const search = async (q: string) =>
      (await admin.get(`/brands?q=${encodeURIComponent(q)}`)).body.map(({ code }: { code: string }) => code);
    expect(await search('%')).toEqual(['LA']);
    expect(await search('fat_')).toEqual(['LA']);
    expect(await search('\\')).toEqual(['LA']);
    expect(await search('50')).toEqual(['LA', 'LB']);
  });

  it('builds patterns in one place only', () => {
    const handwritten = listSourceFiles().filter(
      ({ path, text }) =>
        getPart(path) === 'server' &&
        /^src\/(platform\/server\/http|modules)\//.test(path) &&
        !path.endsWith('.test.ts') &&
        /\blike \$\{(?!likePattern|likeJsonElement)|'like', (?!likePattern|likeJsonElement)/.test(text),
    );
    expect(handwritten.map(({ path }) => path)).toEqual([]);
  });
});
