import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { discrepancy } from '#modules/discrepancies/shapes.ts';
import { computeValueAtPrice } from '#core/money.ts';
import {
  type DiscrepancyAction,
  findDiscrepancies,
  discrepancyEffects,
  type DiscrepancyType,
} from '#modules/discrepancies/discrepancy-rules.ts';
import {
  buildDiscrepancyResolution,
  buildReceivePostings,
  buildShipPostings,
} from '#modules/stock/postings.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { toLineLots } from '#modules/shipments/server/line-lots.ts';
import { ids } from '#app/server/testing/ids.ts';
import { addDays } from '#core/day.ts';
import type { YearBranch, YearItem } from './year-types.ts';
import { toInstant, type HistoryContext, kitchen, person, type DocumentStep } from './history-context.ts';
import {
  isReceived,
  createYearOrderLine,
  createYearOrderRows,
  getVersion,
  type YearOrder,
  type YearOrderLine,
} from './orders.ts';
import type { BusinessSize } from './sizes.ts';

/** Days that an order covers. */
const orderDays = 3;
/** Minimum remaining life of shipped goods, in days. */
export const minRemainingDays = 2;
const itemsTogether = 5;

interface OpenDiscrepancy {
  id: string;
  type: DiscrepancyType;
  qtyMicro: number;
  line: YearOrderLine;
  order: YearOrder;
  openedAt: string;
  /** When the discrepancy is resolved; null if it isn't within the history. */
  due: string | null;
}

/** Orders of branches, shipments of the kitchen, and resolutions of discrepancies. */
export class Deliveries {
  orderCount = 0;
  lineCount = 0;
  readonly #history: HistoryContext;
  readonly #size: BusinessSize;
  /** Orders that were shipped and haven't been received yet. */
  #inTransit: YearOrder[] = [];
  #openDiscrepancies: OpenDiscrepancy[] = [];
  /** Index of the item that each branch orders next. */
  readonly #nextItemIndexes = new Map<string, number>();
  readonly #counts = new Map<
    string,
    { branch: string; status: string; sentToKitchen: 0 | 1; count: number }
  >();

  constructor(history: HistoryContext, size: BusinessSize) {
    this.#history = history;
    this.#size = size;
  }

  order(day: string, weekdayFactor: number): YearOrder[] {
    const { branches, linesPerDay, ordersPerBranch } = this.#size;
    const linesPerOrder = Math.round(linesPerDay / branches / ordersPerBranch);
    const times = ['09:00', '09:30', '10:30', '11:00'].map((time) => toInstant(day, time));
    return this.#history.catalogue.branches.flatMap((branch) =>
      Array.from({ length: ordersPerBranch }, (): YearOrder => {
        const orderNo = this.#history.takeDocumentNumber('ORD', day);
        const lines = this.#chooseItems(branch, linesPerOrder).map((item, index) =>
          createYearOrderLine(orderNo, index, item, this.#computeUnits(item, branch, weekdayFactor)),
        );
        this.orderCount += 1;
        this.lineCount += lines.length;
        return {
          _id: orderNo,
          orderNo,
          branch,
          deliveryDate: addDays(day, 1),
          statusTimes: [...times],
          lines,
          hasDiscrepancy: false,
          resolvedAt: null,
        };
      }),
    );
  }

  /** Returns the items to order next, dish by dish. */
  #chooseItems({ _id }: YearBranch, count: number): YearItem[] {
    const { items } = this.#history.catalogue;
    const start = () =>
      this.#history.random.int(0, Math.floor(items.length / itemsTogether) - 1) * itemsTogether;
    const first = this.#nextItemIndexes.get(_id) ?? start();
    this.#nextItemIndexes.set(_id, first + count);
    return Array.from(
      { length: Math.min(count, items.length) },
      (_, index) => items[(first + index) % items.length] as YearItem,
    );
  }

  /** Returns the order units of an item that a branch needs, less its stock on hand. */
  #computeUnits({ _id, dailyUsage, unitNum }: YearItem, branch: YearBranch, weekdayFactor: number): number {
    const { books, random } = this.#history;
    const needed = dailyUsage * orderDays * branch.salesFactor * weekdayFactor * random.between(0.7, 1.3);
    const onHand = books.getBalance(branch._id, _id).onHandMicro / 1e6;
    return Math.max(1, Math.round((needed - onHand) / unitNum));
  }

  ship(day: string, orders: readonly YearOrder[]): void {
    const { books, random } = this.#history;
    const at = toInstant(day, '18:00');
    for (const order of orders) {
      order.statusTimes.push(at);
      for (const line of order.lines) {
        // Sometimes less is picked than requested.
        const isShort = line.orderQtyMicro > 1_000_000 && random.chance(0.02);
        const pickedQtyMicro = line.orderQtyMicro - (isShort ? 1_000_000 : 0);
        const reason = isShort ? 'out_of_stock' : null;
        Object.assign(line, { pickedQtyMicro, shippedQtyMicro: pickedQtyMicro, reason });
      }
      const lineById = new Map(order.lines.map((line) => [line.lineId, line]));
      for (const posting of buildShipPostings(toPostingOrder(order), addDays(day, minRemainingDays))) {
        const { lots } = books.post(posting, { at, docNo: order.orderNo, userId: person._id });
        const line = lineById.get(posting.docLineId);
        const picked = lots.flatMap(({ lot, qtyMicro }) =>
          lot ? [{ lot: lot.code, expiry: lot.expiry, qtyMicro }] : [],
        );
        if (line) line.lots = toLineLots(line, picked);
      }
      this.#inTransit.push(order);
    }
  }

  receive(day: string): YearOrder[] {
    const { books, random } = this.#history;
    const at = toInstant(day, '07:00');
    // A few arrive a day late.
    const late = new Set(
      this.#inTransit.filter((order) => order.deliveryDate === day && random.chance(0.03)),
    );
    const arrived = this.#inTransit.filter((order) => !late.has(order));
    this.#inTransit = [...late];
    for (const order of arrived) {
      order.statusTimes.push(at);
      for (const line of order.lines) this.#count(line);
      for (const posting of buildReceivePostings(toPostingOrder(order)))
        books.post(posting, { at, docNo: order.orderNo, userId: person._id });
      const open = order.lines.flatMap((line) => this.#findDiscrepancies(order, line, day, at));
      order.hasDiscrepancy = open.length > 0;
      this.#openDiscrepancies.push(...open);
      if (!open.some(({ due }) => due !== null)) this.#write(order);
    }
    return arrived;
  }

  /** Counts a received line: usually complete. */
  #count(line: YearOrderLine): void {
    const { random } = this.#history;
    const shippedMicro = line.shippedQtyMicro ?? 0;
    const isWrong = shippedMicro > 1_000_000 && random.chance(0.004);
    const isDamaged = isWrong && random.chance(0.5);
    Object.assign(line, {
      receivedQtyMicro: shippedMicro - (isWrong ? 1_000_000 : 0),
      damagedQtyMicro: isDamaged ? 1_000_000 : 0,
      shortQtyMicro: isWrong && !isDamaged ? 1_000_000 : 0,
      overQtyMicro: 0,
    });
  }

  #findDiscrepancies(
    order: YearOrder,
    line: YearOrderLine,
    day: string,
    openedAt: string,
  ): OpenDiscrepancy[] {
    return findDiscrepancies({ ...line, reason: null }).map(({ type, qtyMicro }) => {
      const due = this.#history.random.chance(0.97) ? addDays(day, this.#history.random.int(1, 5)) : null;
      return { id: `${line.lineId}-${type}`, type, qtyMicro, line, order, openedAt, due };
    });
  }

  /** Resolves discrepancies after some days; an order without open discrepancies is written. */
  resolveDue(day: string): void {
    const dueToday = this.#openDiscrepancies.filter(({ due }) => due === day);
    this.#openDiscrepancies = this.#openDiscrepancies.filter(({ due }) => due !== day);
    for (const openDiscrepancy of dueToday) this.#resolve(openDiscrepancy, day);
    for (const order of new Set(dueToday.map((openDiscrepancy) => openDiscrepancy.order))) {
      const open = this.#openDiscrepancies.filter((openDiscrepancy) => openDiscrepancy.order === order);
      if (open.some(({ due }) => due !== null)) continue;
      order.hasDiscrepancy = open.length > 0;
      if (open.length === 0) order.resolvedAt = toInstant(day, '09:00');
      this.#write(order);
    }
  }

  #resolve(openDiscrepancy: OpenDiscrepancy, day: string): void {
    const { books, random } = this.#history;
    const at = toInstant(day, '09:00');
    const { id, type, qtyMicro, line, order } = openDiscrepancy;
    // Goods too old to be used are not put into stock.
    const isOld = line.lots.some(
      ({ expiry }) => expiry !== undefined && expiry < addDays(day, minRemainingDays),
    );
    const actions: DiscrepancyAction[] =
      type === 'short' ? ['found_at_branch', 'found_at_kitchen', 'written_off'] : ['returned', 'written_off'];
    const action = isOld ? 'written_off' : random.pick(actions);
    const row = { _id: id, type, qtyMicro, branch: order.branch._id, kitchen: kitchen._id, line };
    const resolution = buildDiscrepancyResolution(row, action);
    if (!resolution) throw new Error(`${action} doesn't resolve a discrepancy of type ${type}`);
    for (const posting of resolution.postings)
      books.post(posting, { at, docNo: order.orderNo, userId: person._id });
    this.#writeDiscrepancy(openDiscrepancy, {
      version: 2,
      updatedAt: at,
      status: 'Resolved',
      action,
      chargedTo: discrepancyEffects[type][action]?.charged ? 'carrier' : null,
      resolvedBy: person._id,
      resolvedByName: person.name,
      resolvedAt: at,
      businessDay: day,
    });
  }

  #writeDiscrepancy(
    { id, type, qtyMicro, line, order, openedAt }: OpenDiscrepancy,
    resolution: Record<string, unknown>,
  ): void {
    const { branch, _id: orderId, orderNo } = order;
    const { lineId, item } = line;
    const open = { ...buildEmptyRow(discrepancy), status: 'Open', version: 1, updatedAt: openedAt };
    this.#history.add('discrepancies', {
      ...open,
      businessDay: null,
      _id: id,
      createdAt: openedAt,
      docType: 'order',
      orderId,
      orderNo,
      lineId,
      itemId: item._id,
      itemName: item.name,
      branch: branch._id,
      kitchen: kitchen._id,
      type,
      qtyMicro,
      unit: item.unit,
      unitSymbol: item.unitSymbol,
      valueE4: computeValueAtPrice(qtyMicro, line.unitCostMicro),
      ...resolution,
    });
    const steps: DocumentStep[] = [{ to: 'Open', verb: null, at: openedAt }];
    const { resolvedAt, action } = resolution;
    if (resolvedAt) steps.push({ to: 'Resolved', verb: String(action), at: String(resolvedAt) });
    this.#history.addHistory('discrepancy', 'discrepancies', id, steps);
  }

  #write(order: YearOrder): void {
    const { order: row, lines, history } = createYearOrderRows(order);
    this.#history.add('orders', row);
    this.#history.add('orderLines', ...lines);
    this.#history.add('orderHistory', ...history);
    this.#history.addArchivedAudit('orders', order._id, getVersion(order));
    const countKey = {
      branch: order.branch._id,
      status: isReceived(order) ? 'Received' : 'Shipped',
      sentToKitchen: 1 as const,
    };
    const key = Object.values(countKey).join();
    this.#counts.set(key, { ...countKey, count: (this.#counts.get(key)?.count ?? 0) + 1 });
  }

  /** Writes orders and discrepancies still open at the end of the history. */
  finish(): void {
    for (const order of this.#inTransit) this.#write(order);
    const pending = this.#openDiscrepancies.filter(({ due }) => due !== null);
    for (const order of new Set(pending.map(({ order }) => order))) this.#write(order);
    for (const openDiscrepancy of this.#openDiscrepancies) this.#writeDiscrepancy(openDiscrepancy, {});
  }

  async writeCounts(tx: Tx): Promise<void> {
    await insertRows(
      tx,
      'orderCounts',
      [...this.#counts.values()].map((countKey) => ({ ...countKey, kitchen: ids.kitchen })),
    );
  }
}

const toPostingOrder = ({ _id, branch, lines }: YearOrder) => ({
  _id,
  branch: branch._id,
  kitchen: kitchen._id,
  lines,
});
