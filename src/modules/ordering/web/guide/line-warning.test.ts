import { expect, it } from 'vitest';
import { findLineWarning } from './line-warning.ts';
import { buildTestSuggestion } from './testing.ts';

it.each([
  ['gives no warning if nothing is entered', {}, null, null],
  ['gives no warning for the usual quantity', { par: 6 }, 6, null],
  [
    'warns about a quantity far above the usual',
    { par: 2, suggestedQty: 2 },
    200,
    { kind: 'unlikely', usual: 2 },
  ],
  ['warns about incomplete packs', { orderMultiple: 6 }, 8, { kind: 'notMultiple', multiple: 6, next: 12 }],
  ['accepts decimals without packs', { orderMultiple: null }, 2.5, null],
  [
    'warns about more than the kitchen has',
    { kitchenAvailable: 3 },
    4,
    { kind: 'kitchenShort', available: 3 },
  ],
] as const)('%s', (_case, item, qty, warning) => {
  expect(findLineWarning(buildTestSuggestion(item), qty)).toEqual(warning);
});
