import { expect } from 'vitest';
import { dayMs, utcDay } from '#core/day.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import type { Business } from './business.ts';
import type { StockModel } from './stock-model.ts';

const { kitchen, branch1, branch2 } = ids;
/** The tested items: three, at three locations. */
export const sharedItems = [ids.items.tomato, ids.items.flour, ids.items.milk] as const;
export const sharedLocations = [kitchen, branch1, branch2] as const;
/** The order unit of each item here: its base unit. */
const unitOf: Readonly<Record<string, string>> = { [ids.items.milk]: 'l' };

interface Line {
  lineId: string;
  itemId: string;
}
interface Amount extends Line {
  qty: number;
}
/** A shipment from one location to another, as an order or a transfer. */
interface Sending {
  path: string;
  from: string;
  to: string;
  lines: Amount[];
  /** Cost of each line when it was sent. */
  costs: bigint[];
  state: 'open' | 'sent' | 'over';
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
interface Found {
  _id: string;
  type: 'short' | 'damaged';
  itemId: string;
}
/** A count: counted quantities, and the model's at that time. */
interface Count {
  path: string;
  place: string;
  lines: Line[];
  counted: Map<string, { qty: number; booked: bigint }>;
  state: 'open' | 'submitted' | 'over';
}
/** Master data needed to buy, produce and sell. */
export interface TradeSetup {
  supplier: string;
  /** Recipe that makes tomatoes from flour, kilogram for kilogram. */
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
    .set({ salesTakeStock: 1 })
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
  readonly #done: Map<string, number>;
  readonly #sendings: Sending[] = [];
  readonly #discrepancies: Discrepancy[] = [];
  readonly #counts: Count[] = [];
  readonly #wasted: Waste[] = [];
  readonly #bought: Waste[] = [];
  #seq = 0;
  /** Log of the run, shown when it fails. */
  readonly eventLog: string[] = [];

  constructor(
    t: Business,
    admin: TestClient,
    trade: TradeSetup,
    model: StockModel,
    random: (limit: number) => number,
    done: Map<string, number>,
  ) {
    this.#t = t;
    this.#admin = admin;
    this.#trade = trade;
    this.#model = model;
    this.#random = random;
    this.#done = done;
  }

  async act(): Promise<void> {
    const acts = [
      this.#receive,
      this.#order,
      this.#accept,
      this.#send,
      this.#send,
      this.#takeBack,
      this.#arrive,
      this.#arrive,
      this.#resolve,
      this.#transfer,
      this.#count,
      this.#enter,
      this.#enter,
      this.#submit,
      this.#approve,
      this.#approve,
      this.#waste,
      this.#unwaste,
      this.#buy,
      this.#giveBack,
      this.#produce,
      this.#sell,
    ];
    await this.#of(acts).call(this);
    this.#t.clock.advance(1000 * (1 + this.#random(200)));
  }

  /** Closes all open documents, which would affect the next run. */
  async end(): Promise<void> {
    for (const document of this.#sendings.filter(({ state }) => state === 'open')) {
      if (document.path.startsWith('/orders'))
        await this.#press(document.path, { transitionReason: 'the run is over' });
      await this.#mustPress(document.path, { status: 'Cancelled' });
    }
    for (const document of this.#counts.filter(({ state }) => state !== 'over'))
      await this.#mustPress(document.path, { status: 'Cancelled' });
  }

  #of<T>(all: readonly T[]): T {
    return all[this.#random(all.length)] as T;
  }

  #some(): string[] {
    const from = this.#random(sharedItems.length);
    return Array.from(
      { length: 1 + this.#random(sharedItems.length) },
      (_, n) => sharedItems[(from + n) % sharedItems.length] as string,
    );
  }

  #tell(what: string): void {
    this.eventLog.push(what);
  }

  /** Sends a call twice concurrently, as a double click does: it is done once, or refused twice. */
  async #press(path: string, body: object): Promise<{ isDone: boolean }> {
    const responses = await Promise.all([1, 2].map(() => this.#patch(path, body)));
    const done = responses.find(({ status }) => status === 200);
    const statuses = responses.map(({ status }) => status);
    this.#tell(`  ${path} ${JSON.stringify(body)}: ${statuses.join()} ${done ? '' : responses[0]?.text}`);
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

  async #mustPress(path: string, body: object): Promise<void> {
    expect((await this.#press(path, body)).isDone, this.eventLog.join('\n')).toBe(true);
  }

  #did(what: string): void {
    this.#done.set(what, (this.#done.get(what) ?? 0) + 1);
    this.#tell(what);
  }

  async #receive(): Promise<void> {
    const [place, item, qty] = [this.#of(sharedLocations), this.#of(sharedItems), 1 + this.#random(30)];
    const cost = (1 + this.#random(40_000)) / 10_000;
    await receiveStock(this.#t, place, item, qty, cost);
    this.#model.receive(place, item, qty, cost);
    this.#did(`receipt`);
  }

  async #make(path: string, body: object): Promise<{ _id: string; items: Line[] }> {
    const response = await this.#admin.post(path, body);
    expect(response.status, `${this.eventLog.join('\n')}\n${JSON.stringify(body)} ${response.text}`).toBe(
      201,
    );
    return response.body as { _id: string; items: Line[] };
  }

  async #order(): Promise<void> {
    const to = this.#of([branch1, branch2]);
    const orderLines = this.#some().map((itemId) => ({ itemId, qty: 1 + this.#random(12) }));
    const order = await this.#make('/orders', {
      branch: to,
      deliveryDate: utcDay(this.#t.clock.now().getTime() + 3 * dayMs),
      items: orderLines.map(({ itemId, qty }) => ({ itemId, orderQty: qty, unit: unitOf[itemId] ?? 'kg' })),
    });
    const path = `/orders/${order._id}`;
    for (const status of ['Under Review', 'Sent to Central Kitchen']) await this.#mustPress(path, { status });
    this.#sendings.push({
      path,
      from: kitchen,
      to,
      lines: withQty(order.items, orderLines),
      costs: [],
      state: 'open',
    });
    this.#did('order');
  }

  async #accept(): Promise<void> {
    const document = this.#of(
      this.#sendings.filter(({ path, state }) => path.startsWith('/orders') && state === 'open'),
    );
    if (document && (await this.#press(document.path, { status: 'Under Process' })).isDone)
      this.#did('accept');
  }

  async #transfer(): Promise<void> {
    const from = this.#of([branch1, branch2]);
    const to = from === branch1 ? branch2 : branch1;
    const transferLines = this.#some().map((itemId) => ({ itemId, qty: 1 + this.#random(8) }));
    const created = await this.#make('/transfers', { from, to, items: transferLines });
    const lines = withQty(created.items, transferLines);
    this.#sendings.push({ path: `/transfers/${created._id}`, from, to, lines, costs: [], state: 'open' });
    this.#did('transfer');
  }

  async #send(): Promise<void> {
    const document = this.#of(this.#sendings.filter(({ state }) => state === 'open'));
    if (!document) return;
    const isOrder = document.path.startsWith('/orders');
    if (!(await this.#press(document.path, { status: isOrder ? 'Shipped' : 'Sent' })).isDone) return;
    document.state = 'sent';
    document.costs = document.lines.map(({ itemId, qty }) =>
      this.#model.move(document.from, `${document.to}:transit`, itemId, qty),
    );
    this.#did(isOrder ? 'ship' : 'send');
  }

  async #takeBack(): Promise<void> {
    const document = this.#of(
      this.#sendings.filter(({ path, state }) => path.startsWith('/orders') && state === 'sent'),
    );
    if (!document || !(await this.#press(document.path, { status: 'Under Process' })).isDone) return;
    document.state = 'open';
    for (const [at, { itemId, qty }] of document.lines.entries())
      this.#model.move(`${document.to}:transit`, document.from, itemId, qty, document.costs[at]);
    this.#did('unship');
  }

  /** Plans accepted, damaged and missing quantities. */
  async #arrive(): Promise<void> {
    const document = this.#of(this.#sendings.filter(({ state }) => state === 'sent'));
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
    await this.#mustPress(document.path, { items: receiptLines });
    await this.#mustPress(document.path, { status: 'Received' });
    document.state = 'over';
    for (const { itemId, received, damaged } of arrivals) {
      if (received > 0) this.#model.move(`${document.to}:transit`, document.to, itemId, received);
      if (damaged > 0) this.#model.move(`${document.to}:transit`, `${document.to}:hold`, itemId, damaged);
    }
    this.#did('receive');
    const id = document.path.split('/').at(-1) ?? '';
    const { body: open } = await this.#admin.get(`/discrepancies?orderId=${id}`);
    for (const { _id, type, itemId } of open as Found[]) {
      const line = arrivals.find((each) => each.itemId === itemId);
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
    const document = this.#of(this.#discrepancies);
    if (!document) return;
    const [source, ends] =
      document.type === 'short'
        ? ([
            `${document.to}:transit`,
            { found_at_kitchen: document.from, found_at_branch: document.to, written_off: null },
          ] as const)
        : ([`${document.to}:hold`, { returned: document.from, written_off: null }] as const);
    const [action, target] = this.#of(Object.entries(ends));
    const body = {
      action,
      ...(document.type === 'damaged' && action === 'written_off' && { chargedTo: 'carrier' }),
    };
    if (!(await this.#press(document.path, body)).isDone) return;
    this.#model.move(source, target, document.item, document.qty);
    this.#discrepancies.splice(this.#discrepancies.indexOf(document), 1);
    this.#did(`resolve ${document.type}`);
  }

  async #count(): Promise<void> {
    const place = this.#of(sharedLocations);
    const { _id } = await this.#make('/stock-counts', { type: 'spot', branch: place, items: this.#some() });
    const path = `/stock-counts/${_id}`;
    await this.#mustPress(path, { status: 'Counting' });
    const { items: lines } = (await this.#admin.get(path)).body as { items: Line[] };
    this.#counts.push({ path, place, lines, counted: new Map(), state: 'open' });
    this.#did('count');
  }

  /** Counts one line again, near its book quantity; sent twice. */
  async #enter(): Promise<void> {
    const document = this.#of(this.#counts.filter(({ state }) => state === 'open'));
    if (!document) return;
    const line = this.#of(document.lines);
    const booked = this.#model.of(document.place, line.itemId).qty;
    const qty = Math.max(0, Math.floor(Number(booked / 1_000_000n)) + this.#random(9) - 4);
    this.#seq += 1;
    const { body } = await this.#admin.get(`${document.path}/lines`);
    const newestEntry = (body as { lineId: string; newest: number }[]).find(
      ({ lineId }) => lineId === line.lineId,
    );
    const event = {
      device: 'd',
      seq: this.#seq,
      lineId: line.lineId,
      mode: 'set',
      qty,
      seen: newestEntry?.newest ?? 0,
    };
    for (const _ of [1, 2]) {
      const response = await this.#admin.post(`${document.path}/events`, { events: [event] });
      expect(response.status, `${this.eventLog.join('\n')}\n${response.text}`).toBe(200);
    }
    document.counted.set(line.itemId, { qty, booked });
    this.#did('enter');
  }

  async #submit(): Promise<void> {
    const document = this.#of(this.#counts.filter(({ state }) => state === 'open'));
    if (!document || !(await this.#press(document.path, { status: 'Submitted' })).isDone) return;
    document.state = 'submitted';
    this.#did('submit a count');
  }

  /** Posts counted less book quantity at counting time, regardless of later movements. */
  async #approve(): Promise<void> {
    const document = this.#of(this.#counts.filter(({ state }) => state === 'submitted'));
    if (!document || !(await this.#press(document.path, { status: 'Approved' })).isDone) return;
    document.state = 'over';
    for (const [item, { qty, booked }] of document.counted)
      this.#model.correct(document.place, item, qty, booked);
    this.#did('approve');
  }

  async #waste(): Promise<void> {
    const [place, item, qty] = [this.#of([branch1, branch2]), this.#of(sharedItems), 1 + this.#random(6)];
    const response = await this.#admin.post('/wastage', { branch: place, item, qty, reason: 'spoiled' });
    expect([201, 409], `${this.eventLog.join('\n')}\n${response.text}`).toContain(response.status);
    if (response.status !== 201) return;
    const cost = this.#model.move(place, null, item, qty);
    this.#wasted.push({ path: `/wastage/${response.body._id}`, place, item, qty, cost });
    this.#did('waste');
  }

  async #unwaste(): Promise<void> {
    const document = this.#of(this.#wasted);
    if (!document) return;
    const responses = await Promise.all([1, 2].map(() => this.#admin.delete(document.path)));
    expect(
      responses.map(({ status }) => status),
      this.eventLog.join('\n'),
    ).toEqual([204, 204]);
    this.#model.bring(document.place, document.item, document.qty, document.cost);
    this.#wasted.splice(this.#wasted.indexOf(document), 1);
    this.#did('reverse waste');
  }

  /** Receives a delivery at its own price. */
  async #buy(): Promise<void> {
    const [place, item, qty] = [this.#of(sharedLocations), this.#of(sharedItems), 1 + this.#random(12)];
    const price = (1 + this.#random(30_000)) / 10_000;
    const lines = [{ itemId: item, qty, price }];
    const { _id } = await this.#make('/goods-receipts', {
      supplier: this.#trade.supplier,
      place,
      items: lines,
    });
    const cost = BigInt(Math.round(price * 1e4)) * BigInt(qty);
    this.#model.bring(place, item, qty, cost);
    this.#bought.push({ path: `/goods-receipts/${_id}`, place, item, qty, cost });
    this.#did('buy');
  }

  async #giveBack(): Promise<void> {
    const document = this.#of(this.#bought);
    if (
      !document ||
      !(await this.#press(document.path, { status: 'Reversed', transitionReason: 'Wrong' })).isDone
    )
      return;
    this.#model.move(document.place, null, document.item, document.qty, document.cost);
    this.#bought.splice(this.#bought.indexOf(document), 1);
    this.#did('return');
  }

  /** Produces tomatoes from flour, with some loss; the good output has the value of the input. */
  async #produce(): Promise<void> {
    const [good, lost] = [1 + this.#random(8), this.#random(3)];
    const planned = {
      recipeId: this.#trade.sauce,
      kitchen,
      plannedQty: good + lost,
      plannedFor: this.#today(),
    };
    const { _id } = await this.#make('/production-batches', planned);
    const path = `/production-batches/${_id}`;
    await this.#mustPress(path, { status: 'In Progress' });
    const output = { produced: [{ itemId: ids.items.tomato, qty: good }] };
    const response = await this.#admin.patch(path, {
      ...output,
      ...(lost > 0 && { loss: lost, lossReason: 'dropped' }),
    });
    expect(response.status, response.text).toBe(200);
    if (!(await this.#press(path, { status: 'Completed' })).isDone) {
      await this.#admin.patch(path, { transitionReason: 'Not enough flour' });
      await this.#mustPress(path, { status: 'Cancelled' });
      return;
    }
    const value = this.#model.move(kitchen, null, ids.items.flour, good + lost);
    this.#model.bring(kitchen, ids.items.tomato, good, value);
    this.#did('make');
  }

  /** Imports a till's day, limited by stock, below which sales never go. */
  async #sell(): Promise<void> {
    const [branch, item, qty] = [this.#of([branch1, branch2]), this.#of(sharedItems), 1 + this.#random(5)];
    if (this.#model.of(branch, item).qty < BigInt(qty) * 1_000_000n) return;
    const row = { branch, day: this.#today(), recipeId: this.#trade.dishes.get(item), qty, net: qty * 4 };
    // Each is a separate till: a repeated day would replace the earlier one.
    const day = { source: `Till ${this.#done.get('sell') ?? 0}`, rows: [row] };
    for (const _ of [1, 2]) {
      const response = await this.#admin.post('/sales', day);
      expect(response.status, `${this.eventLog.join('\n')}\n${response.text}`).toBe(201);
    }
    this.#model.move(branch, null, item, qty);
    this.#did('sell');
  }

  #today(): string {
    return utcDay(this.#t.clock.now());
  }
}

/** Returns the lines of a document with their requested quantities; each item occurs once. */
const withQty = (lines: readonly Line[], quantities: readonly { itemId: string; qty: number }[]): Amount[] =>
  lines.map(({ lineId, itemId }) => ({
    lineId,
    itemId,
    qty: quantities.find((each) => each.itemId === itemId)?.qty ?? 0,
  }));
