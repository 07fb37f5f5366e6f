import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { postReceipt, createSentPurchaseOrder } from '#app/server/testing/receiving.ts';
import { createTestTransfer, patchTransfer } from '#app/server/testing/transfers.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const flour = ids.items.flour;
const asBranch = () => t.as('branch');
const summarize = ({ status, body }: { status: number; body: { reason?: string; params?: object } }) => [
  status,
  body.reason,
  body.params,
];

let invoiceCount = 0;
async function createInvoiceDraft(kind: 'invoice' | 'credit', qty: number, line: object) {
  invoiceCount += 1;
  const response = await asBranch().post('/supplier-invoices', {
    kind,
    supplier: await createSupplier(t),
    place: ids.branch1,
    number: `S-${invoiceCount}`,
    date: '2026-03-04',
    total: qty,
    items: [{ ...line, qty, price: 1 }],
  });
  expect(response.status, response.text).toBe(201);
  return response.body as { _id: string; number: string; items: { lineId: string }[] };
}

const setStatus = (id: string, status: 'Posted' | 'Reversed') =>
  asBranch().patch(`/supplier-invoices/${id}`, { status, transitionReason: 'On purpose' });

async function createPostedInvoice(kind: 'invoice' | 'credit', qty: number, line: object) {
  const created = await createInvoiceDraft(kind, qty, line);
  const response = await setStatus(created._id, 'Posted');
  expect(response.status, response.text).toBe(200);
  return created;
}

/** Receives 2 kg and sends it back to the supplier. */
async function createSentReturn(): Promise<string> {
  await postReceipt(t, { supplier: await createSupplier(t), items: [{ itemId: flour, qty: 2, price: 1 }] });
  const items = [{ itemId: flour, qty: 2, reasonCode: 'damaged' }];
  const { _id } = await createTestTransfer(asBranch(), {
    kind: 'supplier-return',
    to: await createSupplier(t),
    items,
  });
  await patchTransfer(asBranch(), _id, { status: 'Sent' });
  return _id;
}

const expectedCredits = async (): Promise<string[]> =>
  (await asBranch().get('/supplier-invoices/expected-credits')).body.map(
    ({ documentId }: { documentId: string }) => documentId,
  );

describe('a return to a supplier', () => {
  it("can't be unsent or deleted while a draft credit note references it", async () => {
    const id = await createSentReturn();
    const credit = await createInvoiceDraft('credit', 2, { transferId: id });
    const blocked = [409, 'document-named-by-draft', { number: credit.number }];
    expect(summarize(await asBranch().patch(`/transfers/${id}`, { status: 'Draft' }))).toEqual(blocked);
    expect((await asBranch().delete(`/transfers/${id}`)).status).toBe(409);
    expect((await asBranch().delete(`/supplier-invoices/${credit._id}`)).status).toBe(204);
    await patchTransfer(asBranch(), id, { status: 'Draft' });
    expect((await asBranch().delete(`/transfers/${id}`)).status).toBe(204);
  });

  it("can't be unsent or deleted once it has been credited", async () => {
    const id = await createSentReturn();
    const credit = await createPostedInvoice('credit', 2, { transferId: id });
    const credited = [409, 'invoice-credited', { number: credit.number }];
    expect(summarize(await asBranch().patch(`/transfers/${id}`, { status: 'Draft' }))).toEqual(credited);
    expect((await asBranch().delete(`/transfers/${id}`)).status).toBe(409);
    expect((await setStatus(credit._id, 'Reversed')).status).toBe(200);
    await patchTransfer(asBranch(), id, { status: 'Draft' });
  });

  it("can't be unsent once a credit has been entered by hand", async () => {
    const id = await createSentReturn();
    await patchTransfer(asBranch(), id, { creditReceived: 2 });
    expect(summarize(await asBranch().patch(`/transfers/${id}`, { status: 'Draft' }))).toEqual([
      409,
      'return-credited',
      {},
    ]);
    await patchTransfer(asBranch(), id, { creditReceived: null });
    await patchTransfer(asBranch(), id, { status: 'Draft' });
  });

  it('expects its credit again after the credit note is reversed, even if it was closed', async () => {
    const id = await createSentReturn();
    const credit = await createPostedInvoice('credit', 2, { transferId: id });
    await patchTransfer(asBranch(), id, { status: 'Received' });
    expect(await expectedCredits()).not.toContain(id);
    expect((await setStatus(credit._id, 'Reversed')).status).toBe(200);
    const { body } = await asBranch().get(`/transfers/${id}`);
    expect([body.status, body.creditReceived, body.receivedAt]).toEqual(['Sent', null, null]);
    expect(await expectedCredits()).toContain(id);
    await createPostedInvoice('credit', 2, { transferId: id });
    expect((await asBranch().get(`/transfers/${id}`)).body.creditReceived).toBe(2);
  });

  it('can be reopened after being closed manually, and then credited', async () => {
    const id = await createSentReturn();
    await patchTransfer(asBranch(), id, { status: 'Received' });
    const opened = await patchTransfer(asBranch(), id, { status: 'Sent' });
    expect([opened.status, opened.creditReceived]).toEqual(['Sent', null]);
    await createPostedInvoice('credit', 2, { transferId: id });
    await patchTransfer(asBranch(), id, { status: 'Received' });
  });
});

describe('a draft that references a reversed document', () => {
  it("can't be posted as a credit of a reversed invoice", async () => {
    const order = await createSentPurchaseOrder(t, [{ itemId: flour, qty: 10, price: 1 }]);
    const bill = await createPostedInvoice('invoice', 10, { poLineId: order.items[0]?.lineId });
    const credit = await createInvoiceDraft('credit', 4, { creditOf: bill.items[0]?.lineId });
    expect((await setStatus(bill._id, 'Reversed')).status).toBe(200);
    const refused = await setStatus(credit._id, 'Posted');
    const field = `items.${credit.items[0]?.lineId}.creditOf`;
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
    expect(refused.body.fieldReasons[field].reason).toBe('invoice-not-posted');
    const { billedByQuantity } = (await asBranch().get(`/purchase-orders/${order._id}`)).body;
    expect(billedByQuantity).toBe('Not Billed');
  });

  it("can't be posted as an invoice of a reversed receipt", async () => {
    const goods = await postReceipt(t, {
      supplier: await createSupplier(t),
      items: [{ itemId: flour, qty: 3, price: 1 }],
    });
    const bill = await createInvoiceDraft('invoice', 3, { receiptLineId: goods.items[0]?.lineId });
    const reversal = { status: 'Reversed', transitionReason: 'Entered twice' };
    expect((await asBranch().patch(`/goods-receipts/${goods._id}`, reversal)).status).toBe(200);
    const refused = await setStatus(bill._id, 'Posted');
    const field = `items.${bill.items[0]?.lineId}.receiptLineId`;
    expect([refused.status, refused.body.fieldReasons[field].reason]).toEqual([422, 'invoice-line-reversed']);
  });

  it("can't be posted as an invoice of a cancelled order", async () => {
    const order = await createSentPurchaseOrder(t, [{ itemId: flour, qty: 10, price: 1 }]);
    const bill = await createInvoiceDraft('invoice', 10, { poLineId: order.items[0]?.lineId });
    await asBranch().patch(`/purchase-orders/${order._id}`, { transitionReason: 'Not needed' });
    expect((await asBranch().patch(`/purchase-orders/${order._id}`, { status: 'Cancelled' })).status).toBe(
      200,
    );
    const refused = await setStatus(bill._id, 'Posted');
    const field = `items.${bill.items[0]?.lineId}.poLineId`;
    expect([refused.status, refused.body.fieldReasons[field].reason]).toEqual([
      422,
      'invoice-order-not-sent',
    ]);
  });
});

it('reconcile reports dangling references, drafts included, and settlements of reversed documents', async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  const id = await createSentReturn();
  const credit = await createInvoiceDraft('credit', 2, { transferId: id });
  await t.db.writer
    .updateTable('supplierInvoiceLines')
    .set({ transferId: 'gone' })
    .where('transferId', '=', id)
    .execute();
  expect(await reconcile(t.db.read)).toEqual([
    {
      invariant: 'I11',
      message: `supplier_invoice ${credit.number} refers to a transfer that does not exist, in transferId: delete or reverse it`,
    },
  ]);
  expect((await asBranch().delete(`/supplier-invoices/${credit._id}`)).status).toBe(204);
  const order = await createSentPurchaseOrder(t, [{ itemId: flour, qty: 10, price: 1 }]);
  const bill = await createPostedInvoice('invoice', 10, { poLineId: order.items[0]?.lineId });
  const settled = await createPostedInvoice('credit', 4, { creditOf: bill.items[0]?.lineId });
  const tamper = (status: string) =>
    t.db.writer.updateTable('supplierInvoices').set({ status }).where('_id', '=', bill._id).execute();
  await tamper('Reversed');
  expect((await reconcile(t.db.read)).map(({ message }) => message)).toContain(
    `supplier_invoice ${settled.number} is active, but the supplier_invoice ${bill.number} that it settles was reversed: reverse it too`,
  );
  await tamper('Posted');
  expect(await reconcile(t.db.read)).toEqual([]);
});
