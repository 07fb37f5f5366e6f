import { expect } from 'vitest';
import { dayMs, toUtcDay } from '#core/day.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import type { Business } from './business.ts';
import type { StockModel } from './stock-model.ts';

const { kitchen, branch1, branch2 } = ids;
/** The three tested items, which all three locations share. */
export const sharedItems = [ids.items.tomato, ids.items.flour, ids.items.milk] as const;
export const sharedLocations = [kitchen, branch1, branch2] as const;
/** The order unit of each item, which is its base unit here. */
const orderUnits: Readonly<Record<string, string>> = { [ids.items.milk]: 'l' };

interface Line {
  lineId: string;
  itemId: string;
}
interface LineWithQty extends Line {
  qty: number;
}
/** A shipment between two locations, for an order or a transfer. */
interface Shipment {
  path: string;
  from: string;
  to: string;
  lines: LineWithQty[];
  /** Cost of each line when it was sent. */
  costs: bigint[];
  state: 'open' | 'sent' | 'done';
}
interface Discrepancy {
  path: string;
  type: 'short' | 'damaged';
  item: string;
  qty: number;
  from: string;
  to: string;
}
/** The relevant part of a discrepancy. */
interface DiscrepancyRow {
  _id: string;
  type: 'short' | 'damaged';
  itemId: string;
}
/** A count: the counted quantities and the model's quantities at that time. */
interface Count {
  path: string;
  place: string;
  lines: Line[];
  counted: Map<string, { qty: number; bookQty: bigint }>;
  state: 'open' | 'submitted' | 'done';
}
/** Master data needed to buy, produce and sell. */
export interface TradeSetup {
  supplier: string;
  /** Recipe that makes 1 kg of tomatoes from 1 kg of flour. */
  sauce: string;
  /** Dishes by item: one base unit per portion. */
  dishes: ReadonlyMap<string, string>;
}

/** Creates a supplier, a recipe and dishes; sales of both branches deplete stock. */
export async function createTradeSetup(t: Business): Promise<TradeSetup> {
  const admin = t.as('admin');
  const createRow = async (path: string, body: object): Promise<string> => {
    const response = await admin.post(path, body);
    expect(response.status, response.text).toBe(201);
    return response.body._id;
  };
  const recipe = { validFrom: '2026-01-01', yieldQty: 1, yieldUnit: ids.units.kg };
  const dishes = new Map<string, string>();
  for (const itemId of sharedItems) {
    const components = [{ itemId, qty: 1, unit: itemId === ids.items.milk ? ids.units.l : ids.units.kg }];
    dishes.set(
      itemId,
      await createRow('/recipes', { ...recipe, name: `Dish ${itemId}`, portions: 1, components }),
    );
  }
  await t.db.writer
    .updateTable('branches')
    .set({ depletesStock: 1 })
    .where('_id', 'in', [branch1, branch2])
    .execute();
  return {
    supplier: await createRow('/suppliers', { code: 'MILL', name: 'Mill' }),
    sauce: await createRow('/recipes', {
      ...recipe,
      name: 'Sauce',
      kind: 'sub-recipe',
      outputItem: ids.items.tomato,
      components: [{ itemId: ids.items.flour, qty: 1, unit: ids.units.kg }],
    }),
    dishes,
  };
}

interface Waste {
  path: string;
  place: string;
  item: string;
  qty: number;
  cost: bigint;
}

/**
 * One random run: users at three locations order, ship, receive, transfer, count, buy, produce, sell and
 * waste the same three items.
 */
export class StockRun {
  readonly #t: Business;
  readonly #admin: TestClient;
  readonly #trade: TradeSetup;
  readonly #model: StockModel;
  readonly #random: (limit: number) => number;
  readonly #actionCounts: Map<string, number>;
  readonly #shipments: Shipment[] = [];
  readonly #discrepancies: Discrepancy[] = [];
  readonly #counts: Count[] = [];
  readonly #wasteRows: Waste[] = [];
  readonly #receipts: Waste[] = [];
  #seq = 0;
  /** Log of the run, shown when it fails. */
  readonly eventLog: string[] = [];

  constructor(
    t: Business,
    admin: TestClient,
    trade: TradeSetup,
    model: StockModel,
    random: (limit: number) => number,
    actionCounts: Map<string, number>,
  ) {
    this.#t = t;
    this.#admin = admin;
    this.#trade = trade;
    this.#model = model;
    this.#random = random;
    this.#actionCounts = actionCounts;
  }

  /** Performs a random action, after which some time passes. */
  async act(): Promise<void> {
    const actions = [
      this.#receiveGoods,
      this.#order,
      this.#accept,
      this.#send,
      this.#send,
      this.#unship,
      this.#receiveShipment,
      this.#receiveShipment,
      this.#resolve,
      this.#transfer,
      this.#count,
      this.#enterQuantity,
      this.#enterQuantity,
      this.#submit,
      this.#approve,
      this.#approve,
      this.#waste,
      this.#reverseWaste,
      this.#buy,
      this.#reverseReceipt,
      this.#produce,
      this.#sell,
    ];
    await this.#pick(actions).call(this);
    this.#t.clock.advance(1000 * (1 + this.#random(200)));
  }

  /** Closes all open documents, which would otherwise affect the next run. */
  async end(): Promise<void> {
    for (const document of this.#shipments.filter(({ state }) => state === 'open')) {
      if (document.path.startsWith('/orders'))
        await this.#patchTwice(document.path, { transitionReason: 'the run has ended' });
      await this.#patchSuccessfully(document.path, { status: 'Cancelled' });
    }
    for (const document of this.#counts.filter(({ state }) => state !== 'done'))
      await this.#patchSuccessfully(document.path, { status: 'Cancelled' });
  }

  #pick<T>(all: readonly T[]): T {
    return all[this.#random(all.length)] as T;
  }

  #pickItems(): string[] {
    const from = this.#random(sharedItems.length);
    return Array.from(
      { length: 1 + this.#random(sharedItems.length) },
      (_, n) => sharedItems[(from + n) % sharedItems.length] as string,
    );
  }

  #log(action: string): void {
    this.eventLog.push(action);
  }

  /** Sends a request twice concurrently, like a double click: it is either done once or rejected twice. */
  async #patchTwice(path: string, body: object): Promise<{ isDone: boolean }> {
    const responses = await Promise.all([1, 2].map(() => this.#patch(path, body)));
    const done = responses.find(({ status }) => status === 200);
    const statuses = responses.map(({ status }) => status);
    this.#log(`  ${path} ${JSON.stringify(body)}: ${statuses.join()} ${done ? '' : responses[0]?.text}`);
    for (const status of statuses) expect([200, 403, 409, 422], this.eventLog.join('\n')).toContain(status);
    return { isDone: done !== undefined };
  }

  /** Retries while the server is busy. */
  async #patch(path: string, body: object) {
    for (;;) {
      const response = await this.#admin.patch(path, body);
      if (response.status !== 503) return response;
    }
  }

  async #patchSuccessfully(path: string, body: object): Promise<void> {
    expect((await this.#patchTwice(path, body)).isDone, this.eventLog.join('\n')).toBe(true);
  }

  #record(action: string): void {
    this.#actionCounts.set(action, (this.#actionCounts.get(action) ?? 0) + 1);
    this.#log(action);
  }

  async #receiveGoods(): Promise<void> {
    const [place, item, qty] = [this.#pick(sharedLocations), this.#pick(sharedItems), 1 + this.#random(30)];
    const cost = (1 + this.#random(40_000)) / 10_000;
    await receiveStock(this.#t, place, item, qty, cost);
    this.#model.receive(place, item, qty, cost);
    this.#record('receipt');
  }

  async #create(path: string, body: object): Promise<{ _id: string; items: Line[] }> {
    const response = await this.#admin.post(path, body);
    expect(response.status, `${this.eventLog.join('\n')}\n${JSON.stringify(body)} ${response.text}`).toBe(
      201,
    );
    return response.body as { _id: string; items: Line[] };
  }

  async #order(): Promise<void> {
    const to = this.#pick([branch1, branch2]);
    const orderLines = this.#pickItems().map((itemId) => ({ itemId, qty: 1 + this.#random(12) }));
    const order = await this.#create('/orders', {
      branch: to,
      deliveryDate: toUtcDay(this.#t.clock.now().getTime() + 3 * dayMs),
      items: orderLines.map(({ itemId, qty }) => ({
        itemId,
        orderQty: qty,
        unit: orderUnits[itemId] ?? 'kg',
      })),
    });
    const path = `/orders/${order._id}`;
    for (const status of ['Under Review', 'Sent to Central Kitchen'])
      await this.#patchSuccessfully(path, { status });
    this.#shipments.push({
      path,
      from: kitchen,
      to,
      lines: addQuantities(order.items, orderLines),
      costs: [],
      state: 'open',
    });
    this.#record('order');
  }

  async #accept(): Promise<void> {
    const document = this.#pick(
      this.#shipments.filter(({ path, state }) => path.startsWith('/orders') && state === 'open'),
    );
    if (document && (await this.#patchTwice(document.path, { status: 'Under Process' })).isDone)
      this.#record('accept');
  }

  async #transfer(): Promise<void> {
    const from = this.#pick([branch1, branch2]);
    const to = from === branch1 ? branch2 : branch1;
    const transferLines = this.#pickItems().map((itemId) => ({ itemId, qty: 1 + this.#random(8) }));
    const created = await this.#create('/transfers', { from, to, items: transferLines });
    const lines = addQuantities(created.items, transferLines);
    this.#shipments.push({ path: `/transfers/${created._id}`, from, to, lines, costs: [], state: 'open' });
    this.#record('transfer');
  }

  async #send(): Promise<void> {
    const document = this.#pick(this.#shipments.filter(({ state }) => state === 'open'));
    if (!document) return;
    const isOrder = document.path.startsWith('/orders');
    if (!(await this.#patchTwice(document.path, { status: isOrder ? 'Shipped' : 'Sent' })).isDone) return;
    document.state = 'sent';
    document.costs = document.lines.map(({ itemId, qty }) =>
      this.#model.move(document.from, `${document.to}:transit`, itemId, qty),
    );
    this.#record(isOrder ? 'ship' : 'send');
  }

  async #unship(): Promise<void> {
    const document = this.#pick(
      this.#shipments.filter(({ path, state }) => path.startsWith('/orders') && state === 'sent'),
    );
    if (!document || !(await this.#patchTwice(document.path, { status: 'Under Process' })).isDone) return;
    document.state = 'open';
    for (const [index, { itemId, qty }] of document.lines.entries())
      this.#model.move(`${document.to}:transit`, document.from, itemId, qty, document.costs[index]);
    this.#record('unship');
  }

  /** Receives a shipment with random accepted, damaged and missing quantities. */
  async #receiveShipment(): Promise<void> {
    const document = this.#pick(this.#shipments.filter(({ state }) => state === 'sent'));
    if (!document) return;
    const arrivals = document.lines.map((line) => {
      const received = this.#random(3) > 0 ? line.qty : this.#random(line.qty + 1);
      const damaged = this.#random(3) > 0 ? 0 : this.#random(line.qty - received + 1);
      return { ...line, received, damaged, short: line.qty - received - damaged };
    });
    const receiptLines = arrivals.map(({ lineId, received, damaged }) => ({
      lineId,
      receivedQty: received,
      damagedQty: damaged,
    }));
    await this.#patchSuccessfully(document.path, { items: receiptLines });
    await this.#patchSuccessfully(document.path, { status: 'Received' });
    document.state = 'done';
    for (const { itemId, received, damaged } of arrivals) {
      if (received > 0) this.#model.move(`${document.to}:transit`, document.to, itemId, received);
      if (damaged > 0) this.#model.move(`${document.to}:transit`, `${document.to}:hold`, itemId, damaged);
    }
    this.#record('receive');
    const id = document.path.split('/').at(-1) ?? '';
    const { body: open } = await this.#admin.get(`/discrepancies?orderId=${id}`);
    for (const { _id, type, itemId } of open as DiscrepancyRow[]) {
      const line = arrivals.find((line) => line.itemId === itemId);
      if (!line) throw new Error(`No line of ${itemId}`);
      const qty = type === 'short' ? line.short : line.damaged;
      const { from, to } = document;
      this.#discrepancies.push({ path: `/discrepancies/${_id}`, type, item: itemId, qty, from, to });
    }
    expect(open.length).toBe(
      arrivals.reduce((n, { short, damaged }) => n + Number(short > 0) + Number(damaged > 0), 0),
    );
  }

  async #resolve(): Promise<void> {
    const document = this.#pick(this.#discrepancies);
    if (!document) return;
    const [source, outcomes] =
      document.type === 'short'
        ? ([
            `${document.to}:transit`,
            { found_at_kitchen: document.from, found_at_branch: document.to, written_off: null },
          ] as const)
        : ([`${document.to}:hold`, { returned: document.from, written_off: null }] as const);
    const [action, target] = this.#pick(Object.entries(outcomes));
    const body = {
      action,
      ...(document.type === 'damaged' && action === 'written_off' && { chargedTo: 'carrier' }),
    };
    if (!(await this.#patchTwice(document.path, body)).isDone) return;
    this.#model.move(source, target, document.item, document.qty);
    this.#discrepancies.splice(this.#discrepancies.indexOf(document), 1);
    this.#record(`resolve ${document.type}`);
  }

  async #count(): Promise<void> {
    const place = this.#pick(sharedLocations);
    const { _id } = await this.#create('/stock-counts', {
      type: 'spot',
      branch: place,
      itemIds: this.#pickItems(),
    });
    const path = `/stock-counts/${_id}`;
    await this.#patchSuccessfully(path, { status: 'Counting' });
    const { items: lines } = (await this.#admin.get(path)).body as { items: Line[] };
    this.#counts.push({ path, place, lines, counted: new Map(), state: 'open' });
    this.#record('count');
  }

  /** Enters a quantity near the book quantity for one line; the request is sent twice. */
  async #enterQuantity(): Promise<void> {
    const document = this.#pick(this.#counts.filter(({ state }) => state === 'open'));
    if (!document) return;
    const line = this.#pick(document.lines);
    const bookQty = this.#model.get(document.place, line.itemId).qty;
    const qty = Math.max(0, Math.floor(Number(bookQty / 1_000_000n)) + this.#random(9) - 4);
    this.#seq += 1;
    const { body } = await this.#admin.get(`${document.path}/lines`);
    const countedLine = (body as { lineId: string; lastEntrySeq: number }[]).find(
      ({ lineId }) => lineId === line.lineId,
    );
    const event = {
      device: 'd',
      seq: this.#seq,
      lineId: line.lineId,
      mode: 'set',
      qty,
      lastSeenSeq: countedLine?.lastEntrySeq ?? 0,
    };
    for (const _ of [1, 2]) {
      const response = await this.#admin.post(`${document.path}/events`, { events: [event] });
      expect(response.status, `${this.eventLog.join('\n')}\n${response.text}`).toBe(200);
    }
    document.counted.set(line.itemId, { qty, bookQty });
    this.#record('enter');
  }

  async #submit(): Promise<void> {
    const document = this.#pick(this.#counts.filter(({ state }) => state === 'open'));
    if (!document || !(await this.#patchTwice(document.path, { status: 'Submitted' })).isDone) return;
    document.state = 'submitted';
    this.#record('submit a count');
  }

  /**
   * Posts the counted quantity less the book quantity at counting time, regardless of later movements.
   */
  async #approve(): Promise<void> {
    const document = this.#pick(this.#counts.filter(({ state }) => state === 'submitted'));
    if (!document || !(await this.#patchTwice(document.path, { status: 'Approved' })).isDone) return;
    document.state = 'done';
    for (const [item, { qty, bookQty }] of document.counted)
      this.#model.correct(document.place, item, qty, bookQty);
    this.#record('approve');
  }

  async #waste(): Promise<void> {
    const [place, item, qty] = [this.#pick([branch1, branch2]), this.#pick(sharedItems), 1 + this.#random(6)];
    const response = await this.#admin.post('/wastage', { branch: place, item, qty, reason: 'spoiled' });
    expect([201, 409], `${this.eventLog.join('\n')}\n${response.text}`).toContain(response.status);
    if (response.status !== 201) return;
    const cost = this.#model.move(place, null, item, qty);
    this.#wasteRows.push({ path: `/wastage/${response.body._id}`, place, item, qty, cost });
    this.#record('waste');
  }

  async #reverseWaste(): Promise<void> {
    const document = this.#pick(this.#wasteRows);
    if (!document) return;
    const responses = await Promise.all([1, 2].map(() => this.#admin.delete(document.path)));
    expect(
      responses.map(({ status }) => status),
      this.eventLog.join('\n'),
    ).toEqual([204, 204]);
    this.#model.add(document.place, document.item, document.qty, document.cost);
    this.#wasteRows.splice(this.#wasteRows.indexOf(document), 1);
    this.#record('reverse waste');
  }

  /** Receives a delivery at its own price. */
  async #buy(): Promise<void> {
    const [place, item, qty] = [this.#pick(sharedLocations), this.#pick(sharedItems), 1 + this.#random(12)];
    const price = (1 + this.#random(30_000)) / 10_000;
    const lines = [{ itemId: item, qty, price }];
    const { _id } = await this.#create('/goods-receipts', {
      supplier: this.#trade.supplier,
      place,
      items: lines,
    });
    const cost = BigInt(Math.round(price * 1e4)) * BigInt(qty);
    this.#model.add(place, item, qty, cost);
    this.#receipts.push({ path: `/goods-receipts/${_id}`, place, item, qty, cost });
    this.#record('buy');
  }

  async #reverseReceipt(): Promise<void> {
    const document = this.#pick(this.#receipts);
    if (
      !document ||
      !(await this.#patchTwice(document.path, { status: 'Reversed', transitionReason: 'Wrong' })).isDone
    )
      return;
    this.#model.move(document.place, null, document.item, document.qty, document.cost);
    this.#receipts.splice(this.#receipts.indexOf(document), 1);
    this.#record('return');
  }

  /** Produces tomatoes from flour, with some loss; the good output has the value of the input. */
  async #produce(): Promise<void> {
    const [goodQty, lostQty] = [1 + this.#random(8), this.#random(3)];
    const planned = {
      recipeId: this.#trade.sauce,
      kitchen,
      plannedQty: goodQty + lostQty,
      plannedFor: this.#today(),
    };
    const { _id } = await this.#create('/production-batches', planned);
    const path = `/production-batches/${_id}`;
    await this.#patchSuccessfully(path, { status: 'In Progress' });
    const output = { produced: [{ itemId: ids.items.tomato, qty: goodQty }] };
    const response = await this.#admin.patch(path, {
      ...output,
      ...(lostQty > 0 && { loss: lostQty, lossReason: 'dropped' }),
    });
    expect(response.status, response.text).toBe(200);
    if (!(await this.#patchTwice(path, { status: 'Completed' })).isDone) {
      await this.#admin.patch(path, { transitionReason: 'Not enough flour' });
      await this.#patchSuccessfully(path, { status: 'Cancelled' });
      return;
    }
    const value = this.#model.move(kitchen, null, ids.items.flour, goodQty + lostQty);
    this.#model.add(kitchen, ids.items.tomato, goodQty, value);
    this.#record('make');
  }

  /** Imports a till's sales of one day, limited to stock on hand, because the model has no negative stock. */
  async #sell(): Promise<void> {
    const [branch, item, qty] = [
      this.#pick([branch1, branch2]),
      this.#pick(sharedItems),
      1 + this.#random(5),
    ];
    if (this.#model.get(branch, item).qty < BigInt(qty) * 1_000_000n) return;
    const row = { branch, day: this.#today(), recipeId: this.#trade.dishes.get(item), qty, net: qty * 4 };
    // Each import uses a separate till, because a repeated day would replace the earlier one.
    const day = { source: `Till ${this.#actionCounts.get('sell') ?? 0}`, rows: [row] };
    for (const _ of [1, 2]) {
      const response = await this.#admin.post('/sales', day);
      expect(response.status, `${this.eventLog.join('\n')}\n${response.text}`).toBe(201);
    }
    this.#model.move(branch, null, item, qty);
    this.#record('sell');
  }

  #today(): string {
    return toUtcDay(this.#t.clock.now());
  }
}

/** Returns the lines of a document with their requested quantities; each item occurs once. */
const addQuantities = (
  lines: readonly Line[],
  quantities: readonly { itemId: string; qty: number }[],
): LineWithQty[] =>
  lines.map(({ lineId, itemId }) => ({
    lineId,
    itemId,
    qty: quantities.find((line) => line.itemId === itemId)?.qty ?? 0,
  }));
