import { expect, test } from 'vitest';
import { cachePreparedStatements } from './sqlite-reader.ts';

test('limits prepared statements by number and text length, and evicts the least recently used first', () => {
  const prepared: string[] = [];
  const prepare = cachePreparedStatements((text) => prepared.push(text));
  const isCached = (text: string) => {
    const before = prepared.length;
    prepare(text);
    return prepared.length === before;
  };
  for (let n = 0; n < 501; n += 1) prepare(`select ${n}`);
  expect(isCached('select 1')).toBe(true);
  expect(isCached('select 0')).toBe(false);
  const buildLongStatement = (n: number) => `select ${n} ${'?,'.repeat(300_000)}`;
  for (let n = 0; n < 4; n += 1) prepare(buildLongStatement(n));
  expect(isCached(buildLongStatement(3))).toBe(true);
  expect(isCached(buildLongStatement(0))).toBe(false);
});
