import { expect, test } from 'vitest';
import { isUnfilteredFirstPage } from './order-keys.ts';

test.each([
  [['orders_data', 'list', {}], true],
  [['orders_data', 'list'], true],
  [['orders_submission_data', 'list', { limit: 500, sort: 'deliveryDate', view: 'full', page: 1 }], true],
  [['orders_data', 'list', { status: undefined, q: undefined }], true],
  [['orders_data', 'list', { page: 2 }], false],
  [['orders_data', 'list', { status: 'Draft' }], false],
  [['orders_data', 'list', { q: 'milk' }], false],
  [['orders_data', 'count', {}], false],
  [['orders_data', 'one', '1'], false],
  [['items_data', 'list', {}], false],
])('detects whether %j is the unfiltered first page: %s', (queryKey, isFirst) => {
  expect(isUnfilteredFirstPage(queryKey)).toBe(isFirst);
});
