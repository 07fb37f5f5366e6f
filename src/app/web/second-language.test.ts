import { afterEach, beforeEach, expect, test } from 'vitest';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { readItem } from '#modules/items/web/queries/items.ts';
import { readOrder } from '#modules/orders/web/queries/read.ts';
import { createBranchSearchText } from '#modules/branches/web/queries/branch-search-text.ts';

beforeEach(() => localeStore.set('ar'));
afterEach(() => localeStore.set('en'));

const item = { _id: 'i1', name: 'Tomato', nameAlt: 'طماطم' };

test('an item shows its localized name first', () => {
  expect(readItem(item)).toMatchObject({ name: 'طماطم', nameAlt: 'Tomato' });
  expect(readItem({ _id: 'i2', name: 'Salt' })).toMatchObject({ name: 'Salt', nameAlt: null });
});

test('a line shows the localized name and retains the name stored in the order', () => {
  const order = readOrder({
    _id: 'o1',
    items: [{ lineId: 'l1', itemId: 'i1', itemName: 'Tomato', itemNameAlt: 'طماطم' }],
  });
  expect(order.items[0]).toMatchObject({ itemName: 'طماطم', itemNameAlt: 'Tomato' });
});

test('a branch can be found by either name and by its code', () => {
  const branch = { _id: 'b1', name: 'الضفة', nameAlt: 'Riverside', code: 'B02' };
  expect(createBranchSearchText([branch as never])('b1')).toBe('الضفة Riverside B02');
  expect(createBranchSearchText()('b1')).toBe('');
});
