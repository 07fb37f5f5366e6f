import { describe, expect, it } from 'vitest';
import { csvLayoutIn, isoLayout } from './csv-layout.ts';

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
  ])('%s', (tag, row) => expect(csvLayoutIn(tag)?.row(cells)).toBe(row));

  it.each(['', 'xx-YY', 'not a tag', '*'])('is null for %j', (tag) => expect(csvLayoutIn(tag)).toBeNull());

  it('is the program layout by default', () =>
    expect(isoLayout.row(cells)).toBe('"Flour, white",1234.5,2026-11-21,,-0.000125'));

  it('writes formulas entered by others as text, for any cell separator', () =>
    expect(csvLayoutIn('de-DE')?.row(['=1+1', 'a;b', -2])).toBe(`'=1+1;"a;b";-2`));

  it("writes no number in a notation that spreadsheets of the locale can't read", () =>
    expect(csvLayoutIn('de-DE')?.row([1e21, Number.NaN])).toBe('1e+21;'));
});
