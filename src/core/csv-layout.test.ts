import { describe, expect, it } from 'vitest';
import { getCsvLayout, isoLayout } from './csv-layout.ts';

const cells = ['Flour, white', 1234.5, '2026-11-21', null, -0.000125];

describe('a CSV row in a locale', () => {
  it.each([
    ['de-DE', '"Flour, white";1234,5;21.11.2026;;-0,000125'],
    ['fr-FR', '"Flour, white";1234,5;21/11/2026;;-0,000125'],
    ['sv-SE', '"Flour, white";1234,5;2026-11-21;;-0,000125'],
    ['en-GB', '"Flour, white",1234.5,21/11/2026,,-0.000125'],
    ['en-US', '"Flour, white",1234.5,11/21/2026,,-0.000125'],
    ['ar-EG', '"Flour, white",1234.5,21/11/2026,,-0.000125'],
    ['DE-de', '"Flour, white";1234,5;21.11.2026;;-0,000125'],
  ])('is formatted for %s', (tag, row) => expect(getCsvLayout(tag)?.row(cells)).toBe(row));

  it.each(['', 'xx-YY', 'not a tag', '*'])('is null for %j', (tag) => expect(getCsvLayout(tag)).toBeNull());

  it('uses the locale-independent layout if no locale is given', () =>
    expect(isoLayout.row(cells)).toBe('"Flour, white",1234.5,2026-11-21,,-0.000125'));

  it('guards formulas after any cell separator', () =>
    expect(getCsvLayout('de-DE')?.row(['=1+1', 'a;b', -2])).toBe(`'=1+1;"a;b";-2`));

  it('writes huge numbers with an exponent, and NaN as an empty cell', () =>
    expect(getCsvLayout('de-DE')?.row([1e21, Number.NaN])).toBe('1e+21;'));
});
