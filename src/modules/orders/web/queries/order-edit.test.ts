import { describe, expect, test } from 'vitest';
import type { EditOrderInput } from '../../input.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { readOrder } from './read.ts';
import { buildOrderEdit } from './order-edit.ts';

const rice = { item: 101, name: 'Jasmine rice', quantity: '12', unit: 'kg', shelf: 'B4' };
const butter = { item: 102, name: 'Butter', orderQty: 4, pickedQty: 4 };
const foreignOrder = readOrder({ id: 7001, status: 'Draft', items: [rice, butter] });

describe('an edit on a server without versions', () => {
  test.each<[description: string, edit: EditOrderInput, sent: unknown]>([
    [
      'includes unchanged lines as received',
      { items: [{ lineId: '1', pickedQty: 3 }] },
      { items: [rice, { ...butter, lineId: '1', pickedQty: 3 }] },
    ],
    [
      'includes the ordered quantity under that server’s name and ours',
      { items: [{ lineId: '0', orderQty: 9 }] },
      { items: [{ ...rice, lineId: '0', quantity: 9, orderQty: 9 }, butter] },
    ],
    ['omits removed lines', { items: [{ lineId: '0', remove: true }] }, { items: [butter] }],
    [
      'includes added lines at the end',
      { items: [{ itemId: '103', orderQty: 1, unit: 'box' }] },
      { items: [rice, butter, { itemId: '103', orderQty: 1, unit: 'box' }] },
    ],
    ['includes no lines if none change', { notes: 'Back door' }, { notes: 'Back door' }],
  ])('%s', (_, edit, sent) => expect(buildOrderEdit(foreignOrder, edit)).toEqual(sent));
});

test.each([
  ['versions', { ...foreignOrder, version: 1 }],
  ['no copy of the order yet', { ...foreignOrder, _id: newLocalId('7001') }],
])('an edit for a server with %s contains only the changes', (_, order) => {
  const edit = { items: [{ lineId: '1', pickedQty: 3 }] };
  expect(buildOrderEdit(order, edit)).toBe(edit);
});

test('a line from our server stores no original fields', () => {
  const ownOrder = readOrder({
    _id: 'o1',
    version: 3,
    items: [{ lineId: 'l1', itemId: 'rice', orderQty: 1 }],
  });
  expect(ownOrder.items[0]).not.toHaveProperty('original');
});
