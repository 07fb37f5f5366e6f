import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../shapes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import { createJpeg } from '#app/server/testing/pictures.ts';
import { postReceipt } from '#app/server/testing/receiving.ts';
import { createTestTransfer, patchTransfer } from '#app/server/testing/transfers.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await receiveStock(t, ids.branch1, ids.items.flour, 100, 1.2);
  await receiveStock(t, ids.kitchen, ids.items.tomato, 100, 3);
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

const { flour, tomato } = ids.items;

const createDraft = (qty: number, overrides: object = {}) =>
  createTestTransfer(t.as('branch'), {
    from: ids.branch1,
    to: ids.branch2,
    items: [{ itemId: flour, qty }],
    ...overrides,
  });
const sendTransfer = async (qty: number, overrides: object = {}) =>
  patchTransfer(t.as('branch'), (await createDraft(qty, overrides))._id, { status: 'Sent' });
const getLine = ({ items: [line] }: Transfer) => {
  if (!line) throw new Error('The transfer has no line');
  return line;
};
const unship = ({ _id }: Transfer, headers: Record<string, string> = {}) =>
  t.as('branch').patch(`/transfers/${_id}`, { status: 'Draft' }, headers);
const loadTransitStock = (branch: string, item: string) => getStock(t, `${branch}:transit`, item);
const loadOpenDiscrepancies = async (transfer: Transfer) =>
  (await t.as('admin').get(`/discrepancies?orderId=${transfer._id}&status=Open`)).body as {
    _id: string;
    type: string;
    qty: number;
    docType: string;
  }[];

describe('a transfer between branches', () => {
  it("leaves the sender's stock when shipped, and enters the receiver's stock when received", async () => {
    const before = await getStock(t, ids.branch1, flour);
    const sentTransfer = await sendTransfer(10);
    expect(sentTransfer).toMatchObject({
      status: 'Sent',
      value: 12,
      noteNo: expect.stringMatching(/^DN-2026-/),
    });
    expect((await getStock(t, ids.branch1, flour)).onHand).toBe(before.onHand - 10);
    expect((await loadTransitStock(ids.branch2, flour)).onHand).toBe(10);
    const received = await patchTransfer(t.as('branch2'), sentTransfer._id, { status: 'Received' });
    expect(received).toMatchObject({ status: 'Received', hasDiscrepancy: false });
    expect(getLine(received)).toMatchObject({ receivedQty: 10, damagedQty: 0, shortQty: 0 });
    expect((await loadTransitStock(ids.branch2, flour)).onHand).toBe(0);
    expect((await getStock(t, ids.branch2, flour)).onHand).toBe(10);
  });

  it('T2: missing goods stay in transit as an open discrepancy with its age', async () => {
    const sentTransfer = await sendTransfer(10);
    const { lineId } = getLine(sentTransfer);
    await patchTransfer(t.as('branch2'), sentTransfer._id, {
      items: [{ lineId, receivedQty: 6, damagedQty: 1 }],
    });
    const received = await patchTransfer(t.as('branch2'), sentTransfer._id, { status: 'Received' });
    expect(received.hasDiscrepancy).toBe(true);
    const discrepancies = await loadOpenDiscrepancies(received);
    expect(discrepancies.map(({ type, qty, docType }) => [type, qty, docType].join(' ')).toSorted()).toEqual([
      'damaged 1 transfer',
      'short 3 transfer',
    ]);
    expect((await loadTransitStock(ids.branch2, flour)).onHand).toBe(3);
    const ages = (await t.as('branch2').get('/discrepancies/ageing')).body as { count: number }[];
    expect(ages.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    // Both sides see the same record; the sender resolves it.
    for (const user of ['branch', 'branch2'] as const)
      expect((await t.as(user).get(`/discrepancies/${discrepancies[0]?._id}`)).status).toBe(200);
    expect((await t.as('kitchen').get(`/discrepancies/${discrepancies[0]?._id}`)).status).toBe(404);
    const short = discrepancies.find(({ type }) => type === 'short')?._id ?? '';
    const damaged = discrepancies.find(({ type }) => type === 'damaged')?._id ?? '';
    expect(
      (await t.as('branch2').patch(`/discrepancies/${short}`, { action: 'found_at_kitchen' })).status,
    ).toBe(403);
    expect(
      (await t.as('branch').patch(`/discrepancies/${short}`, { action: 'found_at_kitchen' })).status,
    ).toBe(200);
    expect((await t.as('branch2').patch(`/discrepancies/${damaged}`, { action: 'returned' })).status).toBe(
      200,
    );
    expect((await loadTransitStock(ids.branch2, flour)).onHand).toBe(0);
    expect((await t.as('branch').get(`/transfers/${sentTransfer._id}`)).body.hasDiscrepancy).toBe(false);
  });

  it("T2: the receiver's reason is recorded separately from the return reason; a wrong item is recorded as such", async () => {
    await receiveStock(t, ids.branch2, flour, 10, 1);
    const arrived = await createTestTransfer(t.as('branch2'), {
      to: ids.branch1,
      items: [{ itemId: flour, qty: 4 }],
    });
    await patchTransfer(t.as('branch2'), arrived._id, { status: 'Sent' });
    await patchTransfer(t.as('branch'), arrived._id, { status: 'Received' });
    const items = [{ itemId: flour, qty: 4, reasonCode: 'overstock' }];
    const returnTransfer = await createTestTransfer(t.as('branch'), {
      kind: 'return',
      to: ids.branch2,
      items,
    });
    await patchTransfer(t.as('branch'), returnTransfer._id, { status: 'Sent' });
    const { lineId } = getLine(returnTransfer);
    const refused = { items: [{ lineId, receivedReason: 'temperature' }] };
    expect((await t.as('branch').patch(`/transfers/${returnTransfer._id}`, refused)).status).toBe(403);
    const receive = (receivedReason: string, fields: object) =>
      patchTransfer(t.as('branch2'), returnTransfer._id, { items: [{ lineId, receivedReason, ...fields }] });
    expect(getLine(await receive('damaged: the sack is torn', { receivedQty: 3 }))).toMatchObject({
      reasonCode: 'overstock',
      receivedReasonCode: 'damaged',
      receivedReasonNote: 'the sack is torn',
    });
    await patchTransfer(t.as('branch2'), returnTransfer._id, { status: 'Received' });
    expect((await loadOpenDiscrepancies(returnTransfer)).map(({ type }) => type)).toEqual(['short']);

    const other = await sendTransfer(2);
    const line = { lineId: getLine(other).lineId, receivedQty: 0, receivedReason: 'wrong_item' };
    await patchTransfer(t.as('branch2'), other._id, { items: [line] });
    await patchTransfer(t.as('branch2'), other._id, { status: 'Received' });
    expect((await loadOpenDiscrepancies(other)).map(({ type }) => type)).toEqual(['wrong_item']);
    for (const { _id } of [
      ...(await loadOpenDiscrepancies(returnTransfer)),
      ...(await loadOpenDiscrepancies(other)),
    ])
      expect(
        (await t.as('branch').patch(`/discrepancies/${_id}`, { action: 'found_at_kitchen' })).status,
      ).toBe(200);
  });

  it('T2: damaged goods can be received without a reason, as for orders', async () => {
    const sentTransfer = await sendTransfer(2);
    const { header, lines } = await createOrderInStatus(t, 'Shipped', { branch: ids.branch2 });
    const documents = [
      [`/transfers/${sentTransfer._id}`, getLine(sentTransfer).lineId],
      [`/orders/${header._id}`, lines[0]?.lineId],
    ] as const;
    for (const [path, lineId] of documents) {
      const items = [{ lineId, receivedQty: 1, damagedQty: 1 }];
      expect((await t.as('branch2').patch(path, { items })).status).toBe(200);
      const received = await t.as('branch2').patch(path, { status: 'Received' });
      expect(received, received.text).toMatchObject({ status: 200, body: { status: 'Received' } });
      const id = path.split('/').at(-1);
      const discrepancies = (await t.as('admin').get(`/discrepancies?orderId=${id}&status=Open`)).body as {
        type: string;
      }[];
      expect(discrepancies.map(({ type }) => type)).toEqual(['damaged']);
    }
  });

  it("T3: can't be cancelled in transit; unshipping restores stock and leaves nothing in transit", async () => {
    const before = await getStock(t, ids.branch1, flour);
    const sentTransfer = await sendTransfer(5);
    const refused = await t.as('branch').patch(`/transfers/${sentTransfer._id}`, { status: 'Cancelled' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    const unshipped = await patchTransfer(t.as('branch'), sentTransfer._id, { status: 'Draft' });
    expect(unshipped).toMatchObject({ status: 'Draft', sentAt: null, value: null });
    expect(await getStock(t, ids.branch1, flour)).toEqual(before);
    expect((await loadTransitStock(ids.branch2, flour)).onHand).toBe(0);
    await patchTransfer(t.as('branch'), sentTransfer._id, { status: 'Sent' });
    expect((await loadTransitStock(ids.branch2, flour)).onHand).toBe(5);
    await patchTransfer(t.as('branch'), sentTransfer._id, { status: 'Draft' });
    expect((await patchTransfer(t.as('branch'), sentTransfer._id, { status: 'Cancelled' })).status).toBe(
      'Cancelled',
    );
  });

  it.each<[what: string, input: object, cleared: object]>([
    ['a quantity', { receivedQty: 4 }, { receivedQty: null }],
    ['a received quantity of 0', { receivedQty: 0 }, { receivedQty: null }],
    ['a damaged quantity of 0', { damagedQty: 0 }, { damagedQty: null }],
    ['an over-receipt of 0', { overQty: 0 }, { overQty: null }],
    ['a reason', { receivedReason: 'damaged: wet' }, { receivedReason: null }],
    ['a picture', { photo: '/p/1' }, { photo: null }],
  ])(
    "T3: can't be unshipped after the receiver entered %s, until that is cleared",
    async (_, input, cleared) => {
      const sentTransfer = await sendTransfer(5);
      const { lineId } = getLine(sentTransfer);
      const etag = (await t.as('branch').get(`/transfers/${sentTransfer._id}`)).headers.get('etag') ?? '';
      const line = getLine(
        await patchTransfer(t.as('branch2'), sentTransfer._id, { items: [{ lineId, ...input }] }),
      );
      // The receiver's entry doesn't make the sender's earlier version stale.
      for (const headers of [{}, { 'if-match': etag }] as Record<string, string>[])
        expect(await unship(sentTransfer, headers)).toMatchObject({
          status: 409,
          body: { code: 'ILLEGAL_TRANSITION', reason: 'receipt-started', params: { place: 'Station' } },
        });
      expect(getLine((await t.as('branch2').get(`/transfers/${sentTransfer._id}`)).body)).toEqual(line);
      await patchTransfer(t.as('branch2'), sentTransfer._id, { items: [{ lineId, ...cleared }] });
      expect((await unship(sentTransfer)).status).toBe(200);
    },
  );

  it("T3: a photo by the receiver counts as the start of receiving, one by the sender doesn't", async () => {
    const sentTransfer = await sendTransfer(5);
    const attach = async (user: 'branch' | 'branch2', width: number) => {
      const path = `/transfers/${sentTransfer._id}/attachments`;
      const response = await t
        .as(user)
        .post(path, await createJpeg({ width }), { 'content-type': 'image/jpeg' });
      expect(response.status, response.text).toBe(201);
      return `${path}/${response.body._id}`;
    };
    await attach('branch', 40);
    const photo = await attach('branch2', 50);
    expect(await unship(sentTransfer)).toMatchObject({ status: 409, body: { reason: 'receipt-started' } });
    await t.as('branch2').delete(photo);
    expect((await unship(sentTransfer)).status).toBe(200);
  });

  it("T3: entries for an unshipped shipment don't apply to the next one", async () => {
    const sentTransfer = await sendTransfer(5);
    const etag = (await t.as('branch2').get(`/transfers/${sentTransfer._id}`)).headers.get('etag') ?? '';
    expect((await unship(sentTransfer)).status).toBe(200);
    const input = { items: [{ lineId: getLine(sentTransfer).lineId, receivedQty: 0 }] };
    const late = await t.as('branch2').patch(`/transfers/${sentTransfer._id}`, input, { 'if-match': etag });
    expect([late.status, late.body.code]).toEqual([412, 'STALE_VERSION']);
    const reshipped = await patchTransfer(t.as('branch'), sentTransfer._id, { status: 'Sent' });
    expect(getLine(reshipped).receivedQty).toBeNull();
    await patchTransfer(t.as('branch2'), sentTransfer._id, { status: 'Received' });
  });

  it("T3: after unshipping, the receiver's fields are empty and stay empty for the next shipment", async () => {
    const sentTransfer = await sendTransfer(5);
    const { lineId } = getLine(sentTransfer);
    const input = { lineId, receivedQty: 1, damagedQty: 3, overQty: 0, receivedReason: 'damaged: wet' };
    await patchTransfer(t.as('branch2'), sentTransfer._id, { items: [input] });
    expect(await unship(sentTransfer)).toMatchObject({ status: 409, body: { reason: 'receipt-started' } });
    const cleared = { lineId, receivedQty: null, damagedQty: null, overQty: null, receivedReason: null };
    await patchTransfer(t.as('branch2'), sentTransfer._id, { items: [cleared] });
    const emptyReceipt = {
      receivedQty: null,
      damagedQty: null,
      shortQty: null,
      overQty: null,
      receivedReason: null,
      receivedReasonCode: null,
      receivedReasonNote: null,
    };
    expect(getLine(await patchTransfer(t.as('branch'), sentTransfer._id, { status: 'Draft' }))).toMatchObject(
      emptyReceipt,
    );
    await patchTransfer(t.as('branch'), sentTransfer._id, { items: [{ lineId, qty: 2 }] });
    const reshipped = await patchTransfer(t.as('branch'), sentTransfer._id, { status: 'Sent' });
    expect(getLine(reshipped)).toMatchObject(emptyReceipt);
    const received = await patchTransfer(t.as('branch2'), sentTransfer._id, { status: 'Received' });
    expect(received).toMatchObject({ status: 'Received', hasDiscrepancy: false });
    expect(getLine(received)).toMatchObject({ receivedQty: 2, damagedQty: 0, shortQty: 0 });
  });

  it('the receiver can enter an over-receipt, and the sender confirms it', async () => {
    const sentTransfer = await sendTransfer(2);
    await patchTransfer(t.as('branch2'), sentTransfer._id, {
      items: [{ lineId: getLine(sentTransfer).lineId, receivedQty: 3 }],
    });
    const received = await patchTransfer(t.as('branch2'), sentTransfer._id, { status: 'Received' });
    expect(getLine(received)).toMatchObject({ receivedQty: 3, overQty: 1, shortQty: 0 });
    const [over] = await loadOpenDiscrepancies(received);
    expect((await t.as('branch').patch(`/discrepancies/${over?._id}`, { action: 'confirmed' })).status).toBe(
      200,
    );
  });

  it('quantities must add up, by line; those entered before shipping are accepted as entered', async () => {
    const sentTransfer = await sendTransfer(10);
    const { lineId } = getLine(sentTransfer);
    const receive = () => t.as('branch2').patch(`/transfers/${sentTransfer._id}`, { status: 'Received' });
    for (const [input, reason] of [
      [{ receivedQty: 12, overQty: 0 }, 'more-than-shipped'],
      [{ receivedQty: 2, overQty: 15 }, 'over-exceeds-arrived'],
      [{ receivedQty: null, damagedQty: 15, overQty: null }, 'below-zero'],
    ] as const) {
      await patchTransfer(t.as('branch2'), sentTransfer._id, { items: [{ lineId, ...input }] });
      expect(await receive()).toMatchObject({
        status: 422,
        body: { fieldReasons: { [`items.${lineId}.receivedQty`]: { reason } } },
      });
    }
    await patchTransfer(t.as('branch2'), sentTransfer._id, {
      items: [{ lineId, receivedQty: 9, damagedQty: 1 }],
    });
    expect((await receive()).status).toBe(200);

    const draft = await createDraft(10);
    const line = getLine(draft);
    const items = [{ lineId: line.lineId, damagedQty: 5 }];
    await patchTransfer(t.as('branch2'), draft._id, { items });
    expect((await t.as('branch2').patch(`/transfers/${draft._id}`, { status: 'Received' })).status).toBe(200);
    await patchTransfer(t.as('branch'), draft._id, { items: [{ lineId: line.lineId, shippedQty: 3 }] });
    const arrived = await patchTransfer(t.as('branch'), draft._id, { status: 'Sent' });
    expect(arrived.status).toBe('Received');
    expect(getLine(arrived)).toMatchObject({ receivedQty: 0, damagedQty: 5, overQty: 2, shortQty: 0 });
    expect((await loadTransitStock(ids.branch2, flour)).onHand).toBe(0);
  });

  it('T10: after the receiver reports an arrival, only the receiver can cancel the transfer', async () => {
    const draft = await createDraft(3);
    const path = `/transfers/${draft._id}`;
    expect((await t.as('branch2').patch(path, { status: 'Received' })).status).toBe(200);
    for (const refused of [
      await t.as('branch').patch(path, { status: 'Cancelled' }),
      await t.as('branch').delete(path),
    ])
      expect(refused).toMatchObject({ status: 409, body: { reason: 'transfer-already-received' } });
    expect((await patchTransfer(t.as('branch2'), draft._id, { status: 'Cancelled' })).status).toBe(
      'Cancelled',
    );
    const other = await createDraft(2);
    await t.as('branch2').patch(`/transfers/${other._id}`, { status: 'Received' });
    expect((await patchTransfer(t.as('branch'), other._id, { status: 'Sent' })).status).toBe('Received');
  });

  it("can't ship more than is on hand", async () => {
    const draft = await createDraft(10_000);
    const refused = await t.as('branch').patch(`/transfers/${draft._id}`, { status: 'Sent' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_STOCK' } });
    expect((await t.as('branch').delete(`/transfers/${draft._id}`)).status).toBe(204);
  });

  it("a receiver's request is shipped by the sender", async () => {
    const requested = await createTestTransfer(t.as('branch2'), {
      from: ids.branch1,
      to: ids.branch2,
      items: [{ itemId: flour, qty: 4 }],
    });
    expect(requested).toMatchObject({ isRequest: true, status: 'Draft' });
    const waiting = (await t.as('branch').get('/documents/waiting')).body;
    expect(waiting).toContainEqual(expect.objectContaining({ collection: 'transfers', verbs: ['send'] }));
    expect((await t.as('branch2').patch(`/transfers/${requested._id}`, { status: 'Sent' })).status).toBe(403);
    await patchTransfer(t.as('branch'), requested._id, {
      items: [{ lineId: getLine(requested).lineId, shippedQty: 3 }],
    });
    const sentTransfer = await patchTransfer(t.as('branch'), requested._id, { status: 'Sent' });
    expect(getLine(sentTransfer)).toMatchObject({ qty: 4, shippedQty: 3 });
    await patchTransfer(t.as('branch2'), requested._id, { status: 'Received' });
  });

  it("is invisible to users of other locations, who can't create it either", async () => {
    const draft = await createDraft(1);
    expect((await t.as('kitchen').get(`/transfers/${draft._id}`)).status).toBe(404);
    const others = { from: ids.branch2, to: ids.kitchen, items: [{ itemId: flour, qty: 1 }] };
    expect((await t.as('branch').post('/transfers', others)).status).toBe(403);
    const same = { from: ids.branch1, to: ids.branch1, items: [] };
    expect((await t.as('branch').post('/transfers', same)).status).toBe(422);
    await t.as('branch').delete(`/transfers/${draft._id}`);
  });
});

describe("T8: the sender doesn't receive", () => {
  it('unless both locations are theirs', async () => {
    const sentTransfer = await sendTransfer(3);
    expect(
      (await t.as('branch').patch(`/transfers/${sentTransfer._id}`, { status: 'Received' })).status,
    ).toBe(403);
    // The user who sent it still can't receive it after moving to the receiving branch.
    const { _id } = (await t.as('branch').get('/users/profile')).body;
    const user = (await t.as('master').get(`/users/${_id}`)).body;
    const signInAt = async (branches: string[]) => {
      const { version } = (await t.as('master').get(`/users/${_id}`)).body;
      const { name, email, role, permissions, allowedPages } = user;
      const body = { name, email, role, permissions, allowedPages, branches };
      const saved = await t.as('master').put(`/users/${_id}`, body, { 'if-match': `"${version}"` });
      expect(saved.status, saved.text).toBe(200);
      return t.signIn(_id);
    };
    const receiverClient = await signInAt([ids.branch2]);
    expect(
      (await receiverClient.patch(`/transfers/${sentTransfer._id}`, { status: 'Received' })).status,
    ).toBe(403);
    const clientAtBoth = await signInAt([ids.branch1, ids.branch2]);
    expect((await patchTransfer(clientAtBoth, sentTransfer._id, { status: 'Received' })).status).toBe(
      'Received',
    );
    await signInAt([ids.branch1]);
  });
});

describe('returns', () => {
  const receiveDelivery = async (qty: number) => {
    const { header, lines } = await createOrderInStatus(t, 'Received', {
      items: [{ itemId: tomato, orderQty: qty }],
    });
    return { orderNo: header.orderNo, lineId: lines[0]?.lineId ?? '' };
  };
  const buildReturn = (qty: number, fields: object = {}) => ({
    kind: 'return',
    to: ids.kitchen,
    items: [{ itemId: tomato, qty, reasonCode: 'overstock', ...fields }],
  });

  it("T4: don't exceed receipts less earlier returns, even with 20 concurrent requests", async () => {
    const { lineId } = await receiveDelivery(10);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        t.as('branch').post('/transfers', buildReturn(3, { returnOf: lineId })),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused[0]).toMatchObject({
      status: 422,
      body: { fields: { 'items.0.qty': expect.stringContaining('At most 1 ') } },
    });
    // New documents are serialized by their number anyway; edits have no such lock in common.
    const drafts = responses.filter(({ status }) => status === 201).map(({ body }) => body as Transfer);
    const edit = ({ _id, items }: Transfer, qty: number) =>
      t.as('branch').patch(`/transfers/${_id}`, { items: [{ lineId: items[0]?.lineId, qty }] });
    for (const draft of drafts) expect((await edit(draft, 2)).status).toBe(200);
    const edits = await Promise.all(drafts.map((draft) => edit(draft, 5)));
    expect(edits.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    for (const qty of [2, 3]) for (const draft of drafts) expect((await edit(draft, qty)).status).toBe(200);
    const sends = await Promise.all(
      responses
        .filter(({ status }) => status === 201)
        .map(({ body }) => t.as('branch').patch(`/transfers/${body._id}`, { status: 'Sent' })),
    );
    expect(sends.map(({ status }) => status)).toEqual([200, 200, 200]);
    const excessReturn = await t.as('branch').post('/transfers', buildReturn(1.5, { returnOf: lineId }));
    expect(excessReturn.status).toBe(422);
    const returnableLines = (
      await t.as('branch').get(`/transfers/returnable?from=${ids.branch1}&to=${ids.kitchen}`)
    ).body;
    expect(returnableLines).toContainEqual(
      expect.objectContaining({ lineId, receivedQty: 10, returnedQty: 9, leftQty: 1 }),
    );
    for (const { body } of responses.filter(({ status }) => status === 201))
      await patchTransfer(t.as('kitchen'), body._id, { status: 'Received' });
  });

  it('T4: include confirmed over-receipts, and exclude damaged goods sent back', async () => {
    const { lineId } = await receiveDelivery(10);
    const loadLeftQty = async () => {
      const path = `/transfers/returnable?from=${ids.branch1}&to=${ids.kitchen}`;
      const lines = (await t.as('branch').get(path)).body as { lineId: string; leftQty: number }[];
      return lines.find((line) => line.lineId === lineId)?.leftQty ?? 0;
    };
    const receiveReturn = async (qty: number, input: object) => {
      const draft = await createTestTransfer(t.as('branch'), buildReturn(qty, { returnOf: lineId }));
      await patchTransfer(t.as('branch'), draft._id, { status: 'Sent' });
      const items = [{ lineId: getLine(draft).lineId, ...input }];
      await patchTransfer(t.as('kitchen'), draft._id, { items });
      return loadOpenDiscrepancies(await patchTransfer(t.as('kitchen'), draft._id, { status: 'Received' }));
    };
    await receiveStock(t, ids.branch1, tomato, 10, 3);
    const [over] = await receiveReturn(6, { receivedQty: 8 });
    expect(await loadLeftQty()).toBe(4);
    const confirmed = { action: 'confirmed' };
    expect((await t.as('branch').patch(`/discrepancies/${over?._id}`, confirmed)).status).toBe(200);
    expect(await loadLeftQty()).toBe(2);
    const excessReturn = await t.as('branch').post('/transfers', buildReturn(3, { returnOf: lineId }));
    expect(excessReturn).toMatchObject({
      status: 422,
      body: { fields: { 'items.0.qty': expect.stringContaining('At most 2 ') } },
    });
    const [damaged] = await receiveReturn(2, { receivedQty: 1, damagedQty: 1 });
    expect(await loadLeftQty()).toBe(0);
    const returned = { action: 'returned' };
    expect((await t.as('kitchen').patch(`/discrepancies/${damaged?._id}`, returned)).status).toBe(200);
    expect(await loadLeftQty()).toBe(1);
  });

  it('are rejected for goods that were never received from that location', async () => {
    const neverReceived = {
      ...buildReturn(1),
      items: [{ itemId: ids.items.box, qty: 1, reasonCode: 'overstock' }],
    };
    expect(await t.as('branch').post('/transfers', neverReceived)).toMatchObject({
      status: 422,
      body: { fields: { 'items.0.qty': expect.stringContaining('was never received') } },
    });
  });

  it('T5: are posted at the original cost, with a difference from the average', async () => {
    const { lineId, orderNo } = await receiveDelivery(10);
    // Bought at a higher price elsewhere, raising the branch's average.
    await receiveStock(t, ids.branch1, tomato, 90, 9);
    const draft = await createTestTransfer(t.as('branch'), buildReturn(4));
    expect(getLine(draft)).toMatchObject({ returnOf: lineId, returnOfNo: orderNo, destination: 'stock' });
    const sentTransfer = await patchTransfer(t.as('branch'), draft._id, { status: 'Sent' });
    const line = getLine(sentTransfer);
    const receipt = await t.db.read
      .selectFrom('stockMoves')
      .select(['valueE4', 'qtyMicro'])
      .where('docLineId', '=', lineId)
      .where('kind', '=', 'receive')
      .executeTakeFirstOrThrow();
    const value = Math.round((receipt.valueE4 * 4e6) / receipt.qtyMicro) / 1e4;
    expect(line.value).toBe(value);
    expect((line.cost ?? 0) + (line.difference ?? 0)).toBeCloseTo(value, 4);
    expect(line.difference).toBeLessThan(0);
    const moves = (await t.as('admin').get(`/stock/moves?docId=${sentTransfer._id}`)).body as {
      kind: string;
    }[];
    expect(moves.map(({ kind }) => kind).toSorted()).toEqual(['return_difference', 'return_out']);
    await patchTransfer(t.as('kitchen'), sentTransfer._id, { status: 'Received' });
  });

  it.each([
    ['overstock', 'stock', `${ids.kitchen}`],
    ['quality', 'hold', `${ids.kitchen}:hold`],
    ['expired', 'waste', null],
  ])('T9: with the reason %s, goods go to %s', async (reasonCode, destination, place) => {
    await receiveDelivery(2);
    const sentTransfer = await patchTransfer(
      t.as('branch'),
      (await createTestTransfer(t.as('branch'), buildReturn(2, { reasonCode })))._id,
      {
        status: 'Sent',
      },
    );
    expect(getLine(sentTransfer).destination).toBe(destination);
    const before = place === null ? null : await getStock(t, place, tomato);
    await patchTransfer(t.as('kitchen'), sentTransfer._id, { status: 'Received' });
    if (place !== null) expect((await getStock(t, place, tomato)).onHand).toBe((before?.onHand ?? 0) + 2);
    expect((await loadTransitStock(ids.kitchen, tomato)).onHand).toBe(0);
  });

  it('require a reason before shipping', async () => {
    await receiveDelivery(1);
    const draft = await createTestTransfer(t.as('branch'), {
      ...buildReturn(1),
      items: [{ itemId: tomato, qty: 1 }],
    });
    expect(await t.as('branch').patch(`/transfers/${draft._id}`, { status: 'Sent' })).toMatchObject({
      status: 422,
      body: { fields: { [`items.${getLine(draft).lineId}.reasonCode`]: expect.any(String) } },
    });
    await t.as('branch').delete(`/transfers/${draft._id}`);
  });

  it('to a supplier leave stock at once, and open an expected credit', async () => {
    const name = 'Green Fields';
    const supplier = await t.as('admin').post('/suppliers', { code: 'GREEN', name });
    expect(supplier.status, supplier.text).toBe(201);
    await postReceipt(t, { supplier: supplier.body._id, items: [{ itemId: flour, qty: 2, price: 1 }] });
    const body = {
      kind: 'supplier-return',
      to: supplier.body._id,
      items: [{ itemId: flour, qty: 2, reasonCode: 'quality' }],
    };
    const draft = await createTestTransfer(t.as('branch'), body);
    const sentTransfer = await patchTransfer(t.as('branch'), draft._id, { status: 'Sent' });
    expect(sentTransfer).toMatchObject({ toName: name, creditExpected: sentTransfer.value });
    await patchTransfer(t.as('branch'), sentTransfer._id, { creditReceived: 2, creditNote: 'CN-7' });
    expect(await patchTransfer(t.as('branch'), sentTransfer._id, { status: 'Received' })).toMatchObject({
      creditReceived: 2,
      creditNote: 'CN-7',
    });
  });

  describe('to a supplier are limited by its deliveries (T4)', () => {
    let supplier: string;
    let receipt: string;
    let supplierCount = 0;
    const buildReturnTo = (to: string, qty: number) => ({
      kind: 'supplier-return',
      to,
      items: [{ itemId: flour, qty, reasonCode: 'quality' }],
    });
    const sortStatuses = (responses: readonly { status: number }[]) =>
      responses.map(({ status }) => status).toSorted((a, b) => a - b);
    beforeEach(async () => {
      supplierCount += 1;
      const body = { code: `BOUND${supplierCount}`, name: `Bound ${supplierCount}` };
      supplier = (await t.as('admin').post('/suppliers', body)).body._id;
      receipt = (await postReceipt(t, { supplier, items: [{ itemId: flour, qty: 10, price: 1 }] }))._id;
    });

    it('never exceed receipts, counting drafts and shipped returns together', async () => {
      const branch = t.as('branch');
      const refused = await branch.post('/transfers', buildReturnTo(supplier, 90));
      expect(refused).toMatchObject({
        status: 422,
        body: { fieldReasons: { 'items.0.qty': { reason: 'return-too-much', params: { left: '10' } } } },
      });
      const other = await t
        .as('admin')
        .post('/suppliers', { code: `NONE${supplierCount}`, name: 'No deliveries' });
      expect(await branch.post('/transfers', buildReturnTo(other.body._id, 1))).toMatchObject({
        status: 422,
        body: { fieldReasons: { 'items.0.qty': { reason: 'return-never-received' } } },
      });
      const draft = await createTestTransfer(branch, buildReturnTo(supplier, 6));
      expect((await branch.post('/transfers', buildReturnTo(supplier, 5))).status).toBe(422);
      await patchTransfer(branch, draft._id, { status: 'Sent' });
      expect((await branch.post('/transfers', buildReturnTo(supplier, 5))).status).toBe(422);
      await createTestTransfer(branch, buildReturnTo(supplier, 4));
    });

    it('never exceed receipts with concurrent requests, on creation and on edit', async () => {
      const branch = t.as('branch');
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => branch.post('/transfers', buildReturnTo(supplier, 2.5))),
      );
      expect(sortStatuses(responses)).toEqual([201, 201, 201, 201, 422, 422, 422, 422]);
      const drafts = responses.filter(({ status }) => status === 201).map(({ body }) => body as Transfer);
      for (const { _id, items } of drafts)
        await patchTransfer(branch, _id, { items: [{ lineId: items[0]?.lineId, qty: 2 }] });
      const edits = await Promise.all(
        drafts.map(({ _id, items }) =>
          branch.patch(`/transfers/${_id}`, { items: [{ lineId: items[0]?.lineId, qty: 4 }] }),
        ),
      );
      expect(sortStatuses(edits)).toEqual([200, 422, 422, 422]);
    });

    it("a receipt can't be reversed if less would remain than was returned", async () => {
      const branch = t.as('branch');
      const draft = await createTestTransfer(branch, buildReturnTo(supplier, 10));
      await patchTransfer(branch, draft._id, { status: 'Sent' });
      const reverse = () =>
        t.as('admin').patch(`/goods-receipts/${receipt}`, {
          status: 'Reversed',
          transitionReason: 'Entered twice',
        });
      const refused = await reverse();
      expect([refused.status, refused.body.reason, refused.body.details.numbers]).toEqual([
        409,
        'receipt-sent-back',
        [draft.number],
      ]);
      await patchTransfer(branch, draft._id, { status: 'Draft' });
      expect((await reverse()).status).toBe(200);
      // A drafted return of goods whose receipt was reversed can't be sent.
      expect((await branch.patch(`/transfers/${draft._id}`, { status: 'Sent' })).status).toBe(422);
    });
  });
});
