import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './text.ts';

test.each([
  ['ÅSE', 'åse'],
  ['Crème Brûlée', 'creme brulee'],
  ['Gruyère', 'GRUYERE'],
  ['Straße', 'STRASSE'],
  ['Smørrebrød', 'smorrebrod'],
  ['Œuf', 'oeuf'],
  ['Żółty', 'zolty'],
  ['İstanbul', 'istanbul'],
  ['مُحَمَّد', 'محمد'],
  ['أرز', 'ارز'],
  ['إبراهيم', 'ابراهيم'],
  ['قهوة', 'قهوه'],
  ['لحـــم', 'لحم'],
  ['١٢٣', '123'],
  ['ﬁlet', 'filet'],
  ['  two   spaces ', 'two spaces'],
])('%s is found by searching for %s', (name, query) => {
  expect(foldText(name)).toBe(foldText(query));
});

test('different words stay different', () => {
  expect(foldText('bean')).not.toBe(foldText('been'));
  expect(foldText('حليب')).not.toBe(foldText('حبيب'));
});

test('folding text twice gives the same result as folding it once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)),
    { numRuns: 1000 },
  );
});
