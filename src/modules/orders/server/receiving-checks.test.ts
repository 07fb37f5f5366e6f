import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';
import { createJpeg } from '#app/server/testing/pictures.ts';

let t: TestApp;
beforeEach(async () => {
  await t?.close();
  t = await createTestApp();
});
afterAll(() => t.close());

/** Ships milk, whose receiving requirements are copied to the line. */
async function shipMilk(requirements: object) {
  const changed = await t.as('admin').put(`/items/${ids.items.milk}`, requirements);
  expect(changed.status, changed.text).toBe(200);
  const { header, lines } = await createOrderInStatus(t, 'Shipped', {
    items: [{ itemId: ids.items.milk, orderQty: 4, unit: 'l' }],
  });
  const lineId = lines[0]?.lineId ?? '';
  return {
    lineId,
    order: `/orders/${header._id}`,
    editLine: (line: object) =>
      t.as('branch').patch(`/orders/${header._id}`, { items: [{ lineId, ...line }] }),
    receive: () => t.as('branch').patch(`/orders/${header._id}`, { status: 'Received' }),
  };
}

test('milk requires a temperature; one that is too high is rejected unless a reason is entered', async () => {
  const { lineId, order, editLine, receive } = await shipMilk({ receivingMaxTemp: 5 });
  const withoutReason = await receive();
  expect([withoutReason.status, Object.keys(withoutReason.body.fields)]).toEqual([
    422,
    [`items.${lineId}.temperature`],
  ]);

  expect((await editLine({ temperature: 7.5 })).body.items[0]).toMatchObject({
    temperature: 7.5,
    receivingMaxTemp: 5,
  });
  const warm = await receive();
  expect(warm.body.fields[`items.${lineId}.temperature`]).toBe(
    'Measured at 7.5 °C; the maximum is 5 °C. Accept none of it, or enter a reason.',
  );
  await editLine({ reason: 'temperature' });
  expect((await receive()).status).toBe(200);
  const stored = await t.as('kitchen').get(order);
  expect(stored.body.items[0]).toMatchObject({ temperature: 7.5, reasonCode: 'temperature' });
});

test('a shipment can be unshipped after its temperature is cleared, and the next one requires a new temperature', async () => {
  const { lineId, order, editLine, receive } = await shipMilk({ receivingMaxTemp: 5 });
  await editLine({ temperature: 4 });
  expect((await t.as('admin').patch(order, { status: 'Under Process' })).body.reason).toBe('receipt-started');
  await editLine({ temperature: null });
  for (const status of ['Under Process', 'Shipped']) {
    const moved = await t.as('admin').patch(order, { status });
    expect([moved.status, moved.body.items[0].temperature ?? null]).toEqual([200, null]);
  }
  expect(Object.keys((await receive()).body.fields)).toEqual([`items.${lineId}.temperature`]);
  await editLine({ temperature: 3.5 });
  expect((await receive()).status).toBe(200);
});

test('a shipment can be unshipped after its reason or photo is cleared, and the next one requires new ones', async () => {
  const { lineId, order, editLine, receive } = await shipMilk({ receivingMaxTemp: 5, receivingPhoto: true });
  const attach = async (width: number) =>
    t.as('branch').post(`${order}/attachments?lineId=${lineId}`, await createJpeg({ width }), {
      'content-type': 'image/jpeg',
    });
  const photo = await attach(40);
  expect(photo.status).toBe(201);
  await editLine({ temperature: 9, reason: 'temperature: used at once', note: 'The lids are torn' });
  t.clock.advance(60_000);
  const unship = () => t.as('admin').patch(order, { status: 'Under Process' });
  expect((await unship()).body.reason).toBe('receipt-started');
  await editLine({ temperature: null, reason: null });
  // A photo alone counts as starting to receive.
  expect((await unship()).body).toMatchObject({ code: 'ILLEGAL_TRANSITION', reason: 'receipt-started' });
  await t.as('branch').delete(`${order}/attachments/${photo.body._id}`);
  const unshipped = await unship();
  expect(unshipped.status, unshipped.text).toBe(200);
  expect(unshipped.body.items[0]).toMatchObject({
    reason: null,
    reasonCode: null,
    note: 'The lids are torn',
  });
  expect(unshipped.body.items[0]).not.toHaveProperty('isReceivingNote');
  expect((await t.as('admin').patch(order, { status: 'Shipped' })).status).toBe(200);
  await editLine({ temperature: 9 });
  expect(Object.keys((await receive()).body.fields)).toEqual([`items.${lineId}.temperature`]);
  await editLine({ temperature: 4 });
  expect(Object.keys((await receive()).body.fields)).toEqual([`items.${lineId}.photo`]);
  expect((await attach(50)).status).toBe(201);
  expect(await receive()).toMatchObject({ status: 200, body: { hasDiscrepancy: false } });
});

test('a temperature reason is enough for a line that was rejected entirely', async () => {
  const { editLine, receive } = await shipMilk({ receivingMaxTemp: 5 });
  await editLine({ receivedQty: 0, damagedQty: 4, reason: 'temperature' });
  const received = await receive();
  expect([received.status, received.body.hasDiscrepancy]).toEqual([200, true]);
});

test("a note replaces a temperature or photo that couldn't be taken", async () => {
  const { editLine, receive } = await shipMilk({ receivingMinTemp: -25, receivingPhoto: true });
  expect((await receive()).status).toBe(422);
  await editLine({ note: 'The tablet was empty' });
  expect((await receive()).status).toBe(200);
});

test("entries from before the receipt don't satisfy its requirements", async () => {
  const requirements = { receivingMaxTemp: 5, receivingPhoto: true };
  expect((await t.as('admin').put(`/items/${ids.items.milk}`, requirements)).status).toBe(200);
  const { header, lines } = await createOrderInStatus(t, 'Under Process', {
    items: [{ itemId: ids.items.milk, orderQty: 4, unit: 'l', note: 'With blue lids' }],
  });
  const [lineId, order] = [lines[0]?.lineId ?? '', `/orders/${header._id}`];
  const shortPick = { items: [{ lineId, pickedQty: 3, reason: 'short' }] };
  expect((await t.as('kitchen').patch(order, shortPick)).status).toBe(200);
  expect((await t.as('kitchen').patch(order, { status: 'Shipped' })).status).toBe(200);
  const editLine = (line: object) => t.as('branch').patch(order, { items: [{ lineId, ...line }] });
  const listReceivingErrors = async () => {
    const { body } = await t.as('branch').patch(order, { status: 'Received' });
    return Object.entries<{ reason: string }>(body.fieldReasons ?? {}).map(([field, { reason }]) => [
      field.split('.').at(-1),
      reason,
    ]);
  };
  expect(await listReceivingErrors()).toEqual([['temperature', 'temperature-required']]);
  await editLine({ temperature: 9 });
  expect(await listReceivingErrors()).toEqual([['temperature', 'too-warm']]);
  await editLine({ reason: 'temperature: used at once' });
  expect(await listReceivingErrors()).toEqual([['photo', 'photo-required']]);
  await editLine({ note: 'With blue lids; the tablet was empty' });
  expect(await listReceivingErrors()).toEqual([]);
  expect((await t.as('branch').get(order)).body).toMatchObject({ status: 'Received' });
});

test('a required photo must be of the line, not of the delivery', async () => {
  const { lineId, order, receive } = await shipMilk({ receivingPhoto: true });
  const attach = async (path: string) =>
    t.as('branch').post(path, await createJpeg(), { 'content-type': 'image/jpeg' });
  await attach(`${order}/attachments`);
  const response = await receive();
  expect([response.status, response.body.fields]).toEqual([
    422,
    {
      [`items.${lineId}.photo`]:
        'A photo of Whole milk is required. Take one, or add a note that says why there is none.',
    },
  ]);
  await attach(`${order}/attachments?lineId=${lineId}`);
  expect((await receive()).status).toBe(200);
});

test('rejects reversed bounds and impossible temperatures with an error on their field', async () => {
  const crossing = { receivingMinTemp: 5, receivingMaxTemp: 2 };
  const crossed = await t.as('admin').put(`/items/${ids.items.milk}`, crossing);
  expect([crossed.status, Object.keys(crossed.body.fields)]).toEqual([422, ['receivingMaxTemp']]);
  const { editLine } = await shipMilk({ receivingMaxTemp: 5 });
  for (const temperature of [300, 4.55, 'cold']) expect((await editLine({ temperature })).status).toBe(422);
});
