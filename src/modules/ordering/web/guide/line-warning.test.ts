import { expect, it } from 'vitest';
import { findLineWarning } from './line-warning.ts';
import { buildTestSuggestion } from './testing.ts';

it.each([
  ['nothing entered', {}, null, null],
  ['the usual', { par: 6 }, 6, null],
  ['far beyond the usual', { par: 2, suggestedQty: 2 }, 200, { kind: 'unlikely', usual: 2 }],
  ['not whole packs', { orderMultiple: 6 }, 8, { kind: 'notMultiple', multiple: 6, next: 12 }],
  ['decimals without packs', { orderMultiple: null }, 2.5, null],
  ['more than the kitchen has', { kitchenAvailable: 3 }, 4, { kind: 'kitchenShort', available: 3 }],
] as const)('%s', (_case, item, qty, warning) => {
  expect(findLineWarning(buildTestSuggestion(item), qty)).toEqual(warning);
});
