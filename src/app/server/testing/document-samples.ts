import { expect } from 'vitest';
import type { TestApp } from './create-test-app.ts';
import { ids } from './ids.ts';
import { createOrderInStatus, receiveStock } from './orders.ts';

/** Branch users, by their names in `ids`. */
type BranchUser = 'branch' | 'branch2';

interface Change {
  method: 'put' | 'patch';
  body: object;
}

/** Samples of one document type for a branch user; parts that a type doesn't support are omitted. */
export interface DocumentSample {
  /** Body of a POST that creates one, or a function that creates its prerequisites first. */
  create?: object | ((api: TestApp) => Promise<object>);
  /**
   * Creates a document that can still be edited and can change its status.
   *
   * @returns its id
   */
  make(api: TestApp, user: BranchUser): Promise<string>;
  /** An edit of its content. */
  edit?: Change;
  /** A transition to another status. */
  move: Change;
  /** Creates a document from which a status can be reached, for statuses that `make` doesn't lead to. */
  createForStatus?: Readonly<Record<string, (api: TestApp) => Promise<string>>>;
  /** Whether a draft can be deleted. */
  isDeletable: boolean;
}

const createRow = async (api: TestApp, user: BranchUser, path: string, body: object): Promise<string> => {
  const response = await api.as(user).post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
};

const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
const waste = { item: ids.items.flour, qty: 0.5, reason: 'spoiled', status: 'Draft' };

const count = { type: 'spot', itemIds: [ids.items.flour] };
const transfer = { to: ids.kitchen, items: [{ itemId: ids.items.flour, qty: 1 }] };

const suppliers = new WeakMap<TestApp, Promise<string>>();

/** Returns the test supplier, created once per app. */
export function createSupplier(api: TestApp): Promise<string> {
  const cached =
    suppliers.get(api) ??
    api
      .as('admin')
      .post('/suppliers', { code: 'MILL', name: 'Mill', leadTimeDays: 2 })
      .then(({ body }) => String(body._id));
  suppliers.set(api, cached);
  return cached;
}

const buildPurchase = async (api: TestApp) => ({
  supplier: await createSupplier(api),
  items: [{ itemId: ids.items.flour, qty: 1, price: 1 }],
});

/** Creates a purchase order above the approval limit of its purchase category. */
async function createPurchaseAboveLimit(api: TestApp): Promise<string> {
  const admin = api.as('admin');
  const { body: category } = await admin.post('/purchase-categories', {
    name: 'Vegetables',
    approvalLimit: 1,
  });
  await admin.put(`/items/${ids.items.tomato}`, { purchaseCategory: category._id });
  const items = [{ itemId: ids.items.tomato, qty: 10, price: 1 }];
  return createRow(api, 'branch', '/purchase-orders', { supplier: await createSupplier(api), items });
}

const buildReceipt = buildPurchase;

let invoiceCount = 0;
const buildInvoice = async (api: TestApp) => {
  invoiceCount += 1;
  return {
    supplier: await createSupplier(api),
    number: `M-${invoiceCount}`,
    date: '2026-03-04',
    total: 1,
    items: [{ itemId: ids.items.flour, qty: 1, price: 1 }],
  };
};
const sauceRecipes = new WeakMap<TestApp, Promise<string>>();

/** Returns a recipe that makes 1 kg of tomatoes from 1 kg of flour, created once per app. */
export function createSauceRecipe(api: TestApp): Promise<string> {
  const recipe = {
    name: 'Sauce',
    kind: 'sub-recipe',
    outputItem: ids.items.tomato,
    yieldQty: 10,
    yieldUnit: ids.units.kg,
    components: [{ itemId: ids.items.flour, qty: 10, unit: ids.units.kg }],
  };
  const cached =
    sauceRecipes.get(api) ??
    api
      .as('admin')
      .post('/recipes', recipe)
      .then(({ status, text, body }) => {
        expect(status, text).toBe(201);
        return String(body._id);
      });
  sauceRecipes.set(api, cached);
  return cached;
}

const buildBatch = async (api: TestApp) => ({
  recipeId: await createSauceRecipe(api),
  plannedQty: 5,
  plannedFor: '2026-03-06',
});

const checkPoints = new WeakMap<TestApp, Map<BranchUser, Promise<string>>>();

/** Returns a fridge without a schedule at a user's branch, created once per app. */
function createCheckPoint(api: TestApp, user: BranchUser): Promise<string> {
  const points = checkPoints.get(api) ?? new Map<BranchUser, Promise<string>>();
  checkPoints.set(api, points);
  const cached =
    points.get(user) ??
    createRow(api, user, '/check-points', {
      name: 'Cold room',
      branchId: ids[places[user]],
      kind: 'temperature',
      maxTemp: 5,
    });
  points.set(user, cached);
  return cached;
}

const places = { branch: 'branch1', branch2: 'branch2' } as const;

const buildCheck = async (api: TestApp, user: BranchUser = 'branch') => ({
  point: await createCheckPoint(api, user),
  reading: 4.5,
});

/** Samples by type, for every registered document type; a test fails if a new type has none. */
export const documentSamples: Readonly<Record<string, DocumentSample>> = {
  order: {
    create: order,
    make: (api, user) => createRow(api, user, '/orders', order),
    edit: { method: 'patch', body: { notes: 'By the back door' } },
    move: { method: 'patch', body: { status: 'Under Review' } },
    isDeletable: true,
  },
  wastage: {
    create: waste,
    async make(api, user) {
      const branch = user === 'branch' ? ids.branch1 : ids.branch2;
      await receiveStock(api, branch, ids.items.flour, 10, 1);
      return createRow(api, user, '/wastage', waste);
    },
    edit: { method: 'put', body: { ...waste, note: 'By the back door' } },
    move: { method: 'put', body: { ...waste, status: 'Posted' } },
    isDeletable: true,
  },
  stock_count: {
    create: count,
    make: (api, user) => createRow(api, user, '/stock-counts', count),
    edit: { method: 'patch', body: { note: 'After closing' } },
    move: { method: 'patch', body: { status: 'Counting' } },
    isDeletable: true,
  },
  transfer: {
    create: transfer,
    async make(api, user) {
      const branch = user === 'branch' ? ids.branch1 : ids.branch2;
      await receiveStock(api, branch, ids.items.flour, 10, 1);
      return createRow(api, user, '/transfers', transfer);
    },
    edit: { method: 'patch', body: { notes: 'By the back door' } },
    move: { method: 'patch', body: { status: 'Sent' } },
    isDeletable: true,
  },
  purchase_order: {
    create: buildPurchase,
    make: async (api, user) => createRow(api, user, '/purchase-orders', await buildPurchase(api)),
    createForStatus: { 'Pending Approval': createPurchaseAboveLimit },
    edit: { method: 'patch', body: { notes: 'By the back door' } },
    move: { method: 'patch', body: { status: 'Sent' } },
    isDeletable: true,
  },
  goods_receipt: {
    create: buildReceipt,
    make: async (api, user) => createRow(api, user, '/goods-receipts', await buildReceipt(api)),
    edit: { method: 'patch', body: { notes: 'By the back door' } },
    move: { method: 'patch', body: { status: 'Reversed', transitionReason: 'Entered twice' } },
    isDeletable: false,
  },
  supplier_invoice: {
    create: buildInvoice,
    make: async (api, user) => createRow(api, user, '/supplier-invoices', await buildInvoice(api)),
    edit: { method: 'patch', body: { notes: 'By the back door' } },
    // Nothing was received, so a reason is required.
    move: { method: 'patch', body: { status: 'Posted', transitionReason: 'Paid in advance' } },
    isDeletable: true,
  },
  production_batch: {
    create: buildBatch,
    make: async (api, user) => createRow(api, user, '/production-batches', await buildBatch(api)),
    edit: { method: 'patch', body: { notes: 'By the back door' } },
    move: { method: 'patch', body: { status: 'In Progress' } },
    isDeletable: true,
  },
  safety_check: {
    create: buildCheck,
    make: async (api, user) => createRow(api, user, '/safety-checks', await buildCheck(api, user)),
    edit: { method: 'patch', body: { note: 'By the back door' } },
    move: { method: 'patch', body: { status: 'Verified' } },
    isDeletable: false,
  },
  discrepancy: {
    async make(api, user) {
      const branch = user === 'branch' ? ids.branch1 : ids.branch2;
      const { header, lines } = await createOrderInStatus(api, 'Shipped', { branch });
      const items = [{ lineId: lines[0]?.lineId, receivedQty: 1 }];
      await api.as(user).patch(`/orders/${header._id}`, { items });
      await api.as(user).patch(`/orders/${header._id}`, { status: 'Received' });
      const { body } = await api.as(user).get(`/discrepancies?orderId=${header._id}`);
      return body[0]._id;
    },
    move: { method: 'patch', body: { action: 'found_at_branch' } },
    isDeletable: false,
  },
};
