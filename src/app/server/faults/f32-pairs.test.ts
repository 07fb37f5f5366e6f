import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { toTx } from '#platform/server/db/locking.ts';
import type { Db } from '#platform/server/db/types.ts';
import type { AnyDocument } from '#platform/documents/server/define.ts';
import { getDocumentByType } from '#platform/documents/server/locks.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestClient, type TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { bringToStatus, buildTransitionBody, saveReason } from '#app/server/testing/document-transitions.ts';
import { documentSamples, createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { type FaultEngine, engines, stopEngines } from './engines.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';

/** Number of positions within the first transaction at which the second one is tried. */
const rounds = chooseRepetitions(4, 32);
/**
 * Number of positions for pairs in which neither action is rejected because of the other, and whether text
 * edits are tested too.
 */
const unblockedRounds = chooseRepetitions(1, 32);
const testsEdits = chooseRepetitions(0, 1) === 1;

afterAll(stopEngines);

/** Creates two documents through the API, one of which settles the other. */
interface Link {
  /**
   * Creates the document to be settled.
   *
   * @returns its id
   */
  createSettled(t: TestApp): Promise<string>;
  /** Body of the settling document; absent if it is opened differently. */
  body?(t: TestApp, settledId: string): Promise<object>;
  /** Opens the n-th settling document; posts the body by default. */
  createSettling?(t: TestApp, settledId: string, index: number): Promise<string>;
}

const flour = ids.items.flour;

async function createDocument(
  t: TestApp,
  path: string,
  body: object,
): Promise<Record<string, string> & { items: { lineId: string }[] }> {
  const response = await t.as('admin').post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body;
}

async function patchDocument(t: TestApp, path: string, body: object): Promise<void> {
  const response = await t.as('admin').patch(path, body);
  expect(response.status, response.text).toBe(200);
}

async function loadFirstLineId(t: TestApp, path: string): Promise<string> {
  const { status, text, body } = await t.as('admin').get(path);
  expect(status, text).toBe(200);
  return body.items[0].lineId;
}

async function createPurchaseOrder(t: TestApp): Promise<string> {
  const items = [{ itemId: flour, qty: 10, price: 1 }];
  const { _id } = await createDocument(t, '/purchase-orders', {
    supplier: await createSupplier(t),
    place: ids.branch1,
    items,
  });
  await patchDocument(t, `/purchase-orders/${_id}`, { status: 'Sent' });
  return String(_id);
}

let invoiceCount = 0;
async function buildInvoice(
  t: TestApp,
  kind: 'invoice' | 'credit',
  qty: number,
  line: object,
): Promise<object> {
  invoiceCount += 1;
  return {
    kind,
    supplier: await createSupplier(t),
    place: ids.branch1,
    number: `P-${invoiceCount}`,
    date: '2026-03-04',
    total: qty,
    items: [{ ...line, qty, price: 1 }],
  };
}

const buildInvoiceOfOrder = async (t: TestApp, id: string) =>
  buildInvoice(t, 'invoice', 10, { poLineId: await loadFirstLineId(t, `/purchase-orders/${id}`) });

const buildReceiptOfOrder = async (t: TestApp, id: string) => ({
  purchaseOrder: id,
  items: [{ poLineId: await loadFirstLineId(t, `/purchase-orders/${id}`), qty: 5, price: 1 }],
});

const receiptsOfOrders: Link = { createSettled: createPurchaseOrder, body: buildReceiptOfOrder };
const invoicesOfReceipts: Link = {
  createSettled: async (t) =>
    (
      await createDocument(t, '/goods-receipts', {
        supplier: await createSupplier(t),
        place: ids.branch1,
        items: [{ itemId: flour, qty: 10, price: 1 }],
      })
    )['_id'] as string,
  body: async (t, id) =>
    buildInvoice(t, 'invoice', 10, { receiptLineId: await loadFirstLineId(t, `/goods-receipts/${id}`) }),
};
/** An order whose receipt and invoice are matched with one another. */
const matchedThroughOrder: Link = {
  createSettled: async (t) =>
    (
      await createDocument(
        t,
        '/supplier-invoices',
        await buildInvoiceOfOrder(t, await createPurchaseOrder(t)),
      )
    )['_id'] as string,
  async body(t, id) {
    const { body } = await t.as('admin').get(`/supplier-invoices/${id}`);
    const { orderId } = await t.db.read
      .selectFrom('purchaseLines')
      .select('orderId')
      .where('lineId', '=', body.items[0].poLineId)
      .executeTakeFirstOrThrow();
    return buildReceiptOfOrder(t, orderId);
  },
};

const findDiscrepancy = (t: TestApp, orderId: string, index: number): Promise<string> =>
  t
    .as('admin')
    .get(`/discrepancies?orderId=${orderId}`)
    .then(({ body }) => String(body[index]._id));

/**
 * Every reference that a document type declares as settling, keyed by the referencing column and the
 * referenced type.
 */
const links: Readonly<Record<string, Link>> = {
  'goods_receipt.purchaseOrder > purchase_order': receiptsOfOrders,
  'goods_receipt.poLineId > purchase_order': receiptsOfOrders,
  'goods_receipt.purchaseOrder meets supplier_invoice': matchedThroughOrder,
  'supplier_invoice.poLineId > purchase_order': {
    createSettled: createPurchaseOrder,
    body: buildInvoiceOfOrder,
  },
  'supplier_invoice.poLineId meets goods_receipt': matchedThroughOrder,
  'supplier_invoice.receiptLineId > goods_receipt': invoicesOfReceipts,
  'supplier_invoice.creditOf > supplier_invoice': {
    async createSettled(t) {
      const { _id } = await createDocument(
        t,
        '/supplier-invoices',
        await buildInvoiceOfOrder(t, await createPurchaseOrder(t)),
      );
      await patchDocument(t, `/supplier-invoices/${_id}`, {
        status: 'Posted',
        transitionReason: 'Paid in advance',
      });
      return String(_id);
    },
    body: async (t, id) =>
      buildInvoice(t, 'credit', 4, { creditOf: await loadFirstLineId(t, `/supplier-invoices/${id}`) }),
  },
  'supplier_invoice.transferId > transfer': {
    async createSettled(t) {
      await createDocument(t, '/goods-receipts', {
        supplier: await createSupplier(t),
        place: ids.branch1,
        items: [{ itemId: flour, qty: 2, price: 1 }],
      });
      const { _id } = await createDocument(t, '/transfers', {
        kind: 'supplier-return',
        from: ids.branch1,
        to: await createSupplier(t),
        items: [{ itemId: flour, qty: 2, reasonCode: 'damaged' }],
      });
      await patchDocument(t, `/transfers/${_id}`, { status: 'Sent' });
      return String(_id);
    },
    body: (t, id) => buildInvoice(t, 'credit', 2, { transferId: id }),
  },
  'discrepancy.orderId > order': {
    async createSettled(t) {
      const { header, lines } = await createOrderInStatus(t, 'Shipped');
      await patchDocument(t, `/orders/${header._id}`, {
        items: lines.map(({ lineId }) => ({ lineId, receivedQty: 1 })),
      });
      await patchDocument(t, `/orders/${header._id}`, { status: 'Received' });
      return header._id;
    },
    createSettling: findDiscrepancy,
  },
  'discrepancy.orderId > transfer': {
    async createSettled(t) {
      const { _id, items } = await createDocument(t, '/transfers', {
        from: ids.branch1,
        to: ids.kitchen,
        items: [
          { itemId: flour, qty: 2 },
          { itemId: ids.items.tomato, qty: 2 },
        ],
      });
      await patchDocument(t, `/transfers/${_id}`, { status: 'Sent' });
      await patchDocument(t, `/transfers/${_id}`, {
        items: items.map(({ lineId }) => ({ lineId, receivedQty: 1 })),
      });
      await patchDocument(t, `/transfers/${_id}`, { status: 'Received' });
      return String(_id);
    },
    createSettling: findDiscrepancy,
  },
};

/** The names of all references in the definitions. */
const declaredReferences = documents.flatMap(({ type, settles = [] }) =>
  settles.flatMap(({ column, to, alsoLocks: meets = [] }) => [
    `${type}.${column} > ${to}`,
    ...meets.map((other) => `${type}.${column} meets ${other}`),
  ]),
);

it('has a pair of documents for every reference through which one settles the other', () => {
  expect(Object.keys(links).toSorted()).toEqual([...new Set(declaredReferences)].toSorted());
});

/** An action on a document: a transition, an edit, its deletion, or its creation. */
interface Action {
  name: string;
  /** The status from which it starts; null for any. */
  from: string | null;
  run(client: TestClient, id: string): ReturnType<TestClient['get']>;
}

function listActions(document: AnyDocument): Action[] {
  const path = (id: string) => `/${document.collection}/${id}`;
  const sample = documentSamples[document.type];
  const { edit } = sample ?? {};
  return [
    ...document.lifecycle.transitions.map((move) => ({
      name: `${move.verb} from ${move.from}`,
      from: move.from,
      run: (client: TestClient, id: string) => client.patch(path(id), buildTransitionBody(document, move)),
    })),
    ...(edit && testsEdits
      ? [
          {
            name: 'edit',
            from: null,
            run: (client: TestClient, id: string) => client[edit.method](path(id), edit.body),
          },
        ]
      : []),
    ...(sample?.isDeletable
      ? [{ name: 'delete', from: null, run: (client: TestClient, id: string) => client.delete(path(id)) }]
      : []),
  ];
}

/** Creates the n-th document that settles another one. */
const createSettlingDocument = async (
  t: TestApp,
  link: Link,
  a: AnyDocument,
  settled: string,
  index: number,
): Promise<string> =>
  link.createSettling
    ? link.createSettling(t, settled, index)
    : String((await createDocument(t, `/${a.collection}`, (await link.body?.(t, settled)) ?? {}))['_id']);

/**
 * Prepares two documents that are each ready for one action by different users: a settling document, and
 * either the document it settles or a second settling one. Returns null if they can't both reach the required
 * status.
 */
async function prepare(
  t: TestApp,
  link: Link,
  [a, b]: readonly [AnyDocument, AnyDocument],
  [first, second]: readonly [Action | null, Action],
  isSibling: boolean,
) {
  const admin = t.as('admin');
  for (const isSettlingFirst of [true, false]) {
    const settled = await link.createSettled(t);
    const settling = first === null ? null : await createSettlingDocument(t, link, a, settled, 0);
    const other = isSibling ? await createSettlingDocument(t, link, a, settled, 1) : settled;
    const steps = [
      async () => settling === null || bringToStatus(admin, a, settling, first?.from ?? null),
      () => bringToStatus(admin, b, other, second.from),
    ];
    if (!isSettlingFirst) steps.reverse();
    let isReady = true;
    for (const step of steps) isReady &&= await step();
    if (!isReady) continue;
    if (settling !== null) await saveReason(admin, a, settling);
    await saveReason(admin, b, other);
    const body = first === null ? await link.body?.(t, settled) : null;
    return {
      first: (client: TestClient) =>
        first === null || settling === null
          ? client.post(`/${a.collection}`, body ?? {})
          : first.run(client, settling),
      second: (client: TestClient) => second.run(client, other),
    };
  }
  return null;
}

/** A database whose next transaction pauses after a number of statements until resumed. */
function createPausingDb() {
  let pause: { after: number; reached(): void; resumed: Promise<void> } | null = null;
  let [done, max] = [0, 0];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      done += 1;
      max = Math.max(max, done);
      if (pause && done === pause.after) {
        pause.reached();
        await pause.resumed;
      }
      return result;
    },
  };
  return {
    wrap: (db: Db): Db => ({
      ...db,
      write: (work) =>
        db.write((tx) => {
          done = 0;
          return work(toTx(tx.withPlugin(plugin), tx.dialect));
        }),
    }),
    /** Pauses the next transaction; `reached` resolves when it has paused. */
    pauseAfter(after: number) {
      const [reached, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      pause = { after, reached: reached.resolve, resumed: resumed.promise };
      return {
        reached: reached.promise,
        resume() {
          pause = null;
          resumed.resolve();
        },
      };
    },
    /** Statements of the longest transaction since the last call. */
    statements() {
      const statements = max;
      max = 0;
      return statements;
    },
  };
}

/** Returns whether a transaction of this database waits for another's lock. */
async function isWaitingForLock(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
    where not l.granted and a.datname = current_database() limit 1`.execute(db.read);
  return rows.length > 0;
}

/**
 * Combines every action on the first document with every action on the second; for two documents of one type
 * only identical actions, except in full runs.
 */
function combineActions(
  link: Link,
  [a, b]: readonly [AnyDocument, AnyDocument],
  isSibling: boolean,
): [Action | null, Action][] {
  const firstActions = [...(link.body && !isSibling ? [null] : []), ...listActions(a)];
  return firstActions.flatMap((first) =>
    listActions(b)
      .filter(({ name }) => !isSibling || testsEdits || name === first?.name)
      .map((second): [Action | null, Action] => [first, second]),
  );
}

type TestResponse = Awaited<ReturnType<TestClient['get']>>;
const joinStatuses = (responses: readonly TestResponse[]): string =>
  responses.map(({ status }) => status).join(' ');

describe.each(engines)(
  'two users and two documents that settle each other, on $name',
  (engine: FaultEngine) => {
    const distinctLinks = Object.entries(links).filter(
      ([, link], at, all) => all.findIndex(([, other]) => other === link) === at,
    );
    it.each(distinctLinks)(
      '%s: concurrent actions give the same result as sequential actions',
      async (name, link) => {
        const db = await engine.openMigrated();
        const pausing = createPausingDb();
        const t = await createTestApp({ db });
        const paused = await createTestApp({ db: pausing.wrap(db), isEmpty: true });
        const slow = createTestClient(paused.app, t.as('admin').token);
        const quick = t.as('master');
        for (const [place, item] of [
          [ids.branch1, flour],
          [ids.branch1, ids.items.tomato],
          [ids.kitchen, flour],
          [ids.kitchen, ids.items.tomato],
        ] as const)
          await receiveStock(t, place, item, 100_000);
        const [, a = '', b = ''] = /^(\w+)\.\w+ (?:>|meets) (\w+)$/.exec(name) ?? [];
        const [settling, settled] = [
          getDocumentByType(a as AnyDocument['type']),
          getDocumentByType(b as AnyDocument['type']),
        ];
        const pairs: readonly { pair: readonly [AnyDocument, AnyDocument]; isSibling: boolean }[] = [
          { pair: [settling, settled], isSibling: false },
          ...(name.includes('>') ? [{ pair: [settling, settling] as const, isSibling: true }] : []),
        ];
        let [testedPairs, blockedPairs] = [0, 0];
        /** Actions that are rejected even if nothing settles the document. */
        const alwaysRejected = new Set<string>();
        for (const { pair, isSibling } of pairs)
          for (const [first, second] of combineActions(link, pair, isSibling)) {
            if (alwaysRejected.has(second.name)) continue;
            const pairName = `${first?.name ?? 'create'} / ${isSibling ? 'another: ' : ''}${second.name}`;
            /** Sequential results: the first action before the second, then after it. */
            const sequences: string[] = [];
            const statements: number[] = [];
            for (const isSwapped of [false, true]) {
              const prepared = await prepare(t, link, pair, [first, second], isSibling);
              if (!prepared) break;
              const [early, late] = isSwapped
                ? [prepared.second, prepared.first]
                : [prepared.first, prepared.second];
              const responses = [await early(slow), await late(quick)];
              statements.push(pausing.statements());
              sequences.push(joinStatuses(isSwapped ? responses.toReversed() : responses));
            }
            const [sequentialOutcome = '', reverseOutcome = ''] = sequences;
            if (sequences.length < 2) continue;
            if (/ 4/.test(reverseOutcome) && first === null) alwaysRejected.add(second.name);
            if (sequentialOutcome.startsWith('4') || / 4/.test(reverseOutcome)) continue;
            testedPairs += 1;
            const isBlocked = / 4/.test(sequentialOutcome) || reverseOutcome.startsWith('4');
            if (isBlocked) blockedPairs += 1;
            const maxRounds = isBlocked ? rounds : unblockedRounds;
            for (
              let round = 0;
              round < (db.dialect === 'sqlite' ? Math.min(1, maxRounds) : maxRounds);
              round += 1
            ) {
              const prepared = await prepare(t, link, pair, [first, second], isSibling);
              if (!prepared) throw new Error(`${pairName} could be prepared before, but not now`);
              // The two actions are paused in turn, at increasingly late positions in the transaction.
              const isSwapped = round % 2 === 1;
              const position = Math.ceil(((round + 1) * (statements[isSwapped ? 1 : 0] ?? 1)) / (rounds + 1));
              const [pausedAction, otherAction] = isSwapped
                ? [prepared.second, prepared.first]
                : [prepared.first, prepared.second];
              const { reached, resume } = pausing.pauseAfter(position);
              const early = pausedAction(slow);
              await Promise.race([reached, early]);
              let isDone = false;
              const late = otherAction(quick).finally(() => (isDone = true));
              if (db.dialect === 'postgres')
                await expect
                  .poll(async () => isDone || (await isWaitingForLock(db)), { interval: 1, timeout: 60_000 })
                  .toBe(true);
              resume();
              const responses = [await early, await late];
              const outcome = joinStatuses(isSwapped ? responses.toReversed() : responses);
              expect(sequences, `${pairName}, round ${round}`).toContain(outcome);
            }
          }
        expect(await reconcile(db.read)).toEqual([]);
        expect([...t.errors, ...paused.errors]).toEqual([]);
        expect(testedPairs).toBeGreaterThan(0);
        recordMeasurement('F32', engine.name, {
          [name]: `${testedPairs} pairs of actions`,
          'pairs where one blocks the other': blockedPairs,
        });
        await t.close();
      },
    );
  },
);
