import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardFormulas, removeFormulaGuards } from './formula-guard.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦'];
const invisible = [
  '',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\u00a0',
  '\u200b',
  '\u200e',
  '\u2060',
  '\ufeff',
  '\u3000',
  '\0',
  "'",
];
const prefixes = ['', 'a;', 'a; ', 'x\n', 'x\r\n', 'x\t', 'x|', ';', 'a;b;'];

/**
 * Returns whether a program that splits at any common separator and skips invisible characters would find a
 * formula.
 */
const isFormula = (text: string) =>
  text.split(/[;|\t\r\n]/).some((cell) => /^[=+\-@＝＋－＠﹦﹢﹣﹫]/.test(cell.replace(/^[\s\p{C}]+/u, '')));

describe('text that a spreadsheet could read as a formula', () => {
  const corpus = prefixes.flatMap((prefix) =>
    invisible.flatMap((space) => signs.map((sign) => `${prefix}${space}${sign}1+cmd|' /C calc'!A0`)),
  );

  it.each(corpus.map((text) => [JSON.stringify(text), text] as const))(
    '%s is guarded and restored',
    (_, text) => {
      const guarded = guardFormulas(text);
      expect(isFormula(guarded)).toBe(false);
      expect(removeFormulaGuards(guarded)).toBe(text);
    },
  );

  it('any text is restored unchanged', () => {
    const pieces = fc.constantFrom(...signs, ...invisible, ';', '|', 'a', '1', ',');
    const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const guarded = guardFormulas(text);
        expect(removeFormulaGuards(guarded)).toBe(text);
        if (!/^-\d/.test(text)) expect(isFormula(guarded)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['-2', '-2.5', '-1200,75', 'a-b', '12 - 5', 'Mon 16:00 -1; Thu 09:30', 'a=b; c=d'])(
    "%s isn't a formula",
    (text) => {
      expect(guardFormulas(text)).toBe(text);
    },
  );
});
