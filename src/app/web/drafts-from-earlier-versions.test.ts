import { beforeEach, expect, it, vi } from 'vitest';
import { levelDrafts } from '#modules/item-levels/web/grid/level-edits.ts';
import { orderDrafts } from '#modules/ordering/web/guide/draft.ts';
import { editsFromFields, getEditsSlot } from '#modules/ordering/web/sheet/order-edits.ts';
import { receiptDrafts } from '#modules/deliveries/web/receiving/receipt.ts';
import { formDrafts } from '#platform/web/drafts/form-drafts.ts';
import { sessionStore } from '#platform/web/session/session.ts';

/** Drafts stored by earlier versions, verbatim: they must be restored after every update. */
const savedAt = Date.parse('2026-11-20T08:00:00Z');

beforeEach(() => {
  localStorage.clear();
  sessionStore.set({ status: 'anonymous', client: 'first', ended: null });
  vi.spyOn(Date, 'now').mockReturnValue(savedAt + 60_000);
});

it('restores a new order', () => {
  localStorage.setItem(
    'commissary.order-draft.u1.b1',
    `{"localId":"local-7","deliveryDate":"2026-11-24","orderType":"Urgent","notes":"back door","lines":{"rice":{"qty":4,"note":"","isFilled":false},"salt":{"qty":2.5,"note":"fine","isFilled":true}},"savedAt":${savedAt}}`,
  );
  expect(orderDrafts.open('u1', 'b1').get()).toEqual({
    localId: 'local-7',
    deliveryDate: '2026-11-24',
    orderType: 'Urgent',
    notes: 'back door',
    lines: {
      rice: { qty: 4, note: '', isFilled: false },
      salt: { qty: 2.5, note: 'fine', isFilled: true },
    },
    savedAt,
  });
});

it('restores edits of an order', () => {
  localStorage.setItem(
    'commissary.form.u1.orders.o1',
    `{"values":{"notes":"early","l1 orderQty":6,"l2 removed":"removed"},"base":{"notes":"","l1 orderQty":5,"l2 removed":"3","version":4},"key":null,"savedAt":${savedAt}}`,
  );
  const draft = formDrafts.open('u1', getEditsSlot('o1')).get();
  expect(draft?.base).toMatchObject({ version: 4 });
  expect(editsFromFields(draft?.values ?? {})).toEqual({
    notes: 'early',
    lines: { l1: { orderQty: 6 }, l2: { isRemoved: true } },
  });
});

it('restores a receipt in progress', () => {
  localStorage.setItem(
    'commissary.receipt.u1.o1',
    '{"isAllAsShipped":true,"entries":{"l1":{"accepted":3,"damaged":1,"reason":"","note":"wet"}},"shownLines":{"l1":{"shipped":4,"accepted":null,"damaged":null,"reason":"","note":""}}}',
  );
  expect(receiptDrafts.open('u1', 'o1').get()).toMatchObject({
    isAllAsShipped: true,
    entries: { l1: { accepted: 3, damaged: 1, note: 'wet' } },
    shownLines: { l1: { shipped: 4, accepted: null } },
  });
});

it('restores entered stock levels', () => {
  localStorage.setItem(
    'commissary.level-edits.u1.b1',
    '{"rice":{"values":{"par":7,"weekdayPar":{"5":12}},"base":{"par":6,"weekdayPar":{}}}}',
  );
  expect(levelDrafts.open('u1', 'b1').get()).toEqual({
    rice: { values: { par: 7, weekdayPar: { 5: 12 } }, base: { par: 6, weekdayPar: {} } },
  });
});

it.each([
  ['a new unit', 'units.new', '{"name":"Crate"}', 'null', '"5f0c"'],
  [
    'the quick entry of waste',
    'wastage.b1',
    '{"qty":"2","reason":"expired","item":"rice","photos":[]}',
    'null',
    'null',
  ],
  ['opening stock', 'opening.b1', '{"rice":{"qty":"3","unit":"kg"}}', 'null', 'null'],
  ['levels of an item', 'item-levels.rice.b1', '{"par":4}', '{"par":3,"version":2}', 'null'],
])('restores %s', (_title, slot, values, base, key) => {
  const storedText = `{"values":${values},"base":${base},"key":${key},"savedAt":${savedAt}}`;
  localStorage.setItem(`commissary.form.u1.${slot}`, storedText);
  expect(formDrafts.open('u1', slot).get()).toEqual(JSON.parse(storedText));
});

it('doesn’t restore another user’s draft', () => {
  localStorage.setItem('commissary.order-draft.u1.b1', `{"notes":"mine","savedAt":${savedAt}}`);
  expect(orderDrafts.open('u2', 'b1').get()).toMatchObject({ notes: '', savedAt: null });
});
