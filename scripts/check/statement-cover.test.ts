import { describe, expect, it } from 'vitest';
import { coverStatements, fingerprint } from './statement-cover.ts';

describe('a statement fingerprint', () => {
  it.each([
    ['white space', 'select  *\n from orders', 'select * from orders'],
    ['lengths of lists', 'where _id in (?, ?, ?)', 'where _id in (?)'],
    ['rows of an insert', 'values (?, ?), (?, ?), (?, ?)', 'values (?)'],
  ])('ignores %s', (_what, text, expected) => {
    expect(fingerprint(text)).toBe(expected);
  });

  it('tells different statements apart', () => {
    expect(fingerprint('select 1 where a = ?')).not.toBe(fingerprint('select 1 where b = ?'));
  });
});

describe('the cover of all statements', () => {
  const files = [
    { path: 'slow', ms: 1000, statements: ['a', 'b', 'c'] },
    { path: 'quick', ms: 10, statements: ['a', 'b'] },
    { path: 'repeats', ms: 10, statements: ['a'] },
    { path: 'races', ms: 500, statements: ['a'] },
  ];

  it('executes each statement, by the cheapest files first, and leaves out what adds nothing', () => {
    expect(coverStatements(files, () => false)).toEqual(['quick', 'slow']);
  });

  it('keeps the required files', () => {
    expect(coverStatements(files, (path) => path === 'races')).toEqual(['quick', 'races', 'slow']);
  });
});
