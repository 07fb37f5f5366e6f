import { sql } from 'kysely';
import type { Db, Tx } from '#platform/server/db/types.ts';
import { createSeededRandom } from '#app/server/seed/random.ts';
import { addDays } from '#core/day.ts';
import { HistoryBooks } from './history-books.ts';
import { planPurchases, type Purchase, writePurchase } from './purchases.ts';
import { addCatalogue } from './catalogue.ts';
import type { YearItem } from './year-types.ts';
import { postCycleCounts } from './counts.ts';
import { Deliveries } from './deliveries.ts';
import { HistoryContext } from './history-context.ts';
import { postInvoice } from './invoices.ts';
import { LotBalances } from './lot-balances.ts';
import type { YearOrder } from './orders.ts';
import { completeBatch, planHistoryBatches } from './production.ts';
import { postSales } from './sales.ts';
import { type BusinessSize, businessSizes, type SizeName } from './sizes.ts';
import { postTransfers } from './transfers.ts';
import { postExpiredWaste, postDailyWaste } from './waste.ts';

/** Options of a history. The same options produce the same history on every engine. */
export interface YearOptions {
  size: SizeName | BusinessSize;
  /** Last day of the history. */
  lastDay: string;
  days?: number;
  seed?: number;
  /** Called after each day. */
  onDay?: (day: string, dayIndex: number) => void;
}

export interface YearResult {
  branches: string[];
  items: string[];
  firstDay: string;
  orders: number;
  lines: number;
  moves: number;
}

/** Relative sales by day of the week, Monday first. */
const weekdayFactors = [0.8, 0.8, 0.9, 1, 1.3, 1.4, 0.9];

/**
 * Adds a history of many days to a business that contains the minimal business's rows. Each morning, branches
 * receive and order, and supplier invoices arrive; the kitchen buys at changing prices, produces, and ships
 * in the evening. Branches sell dishes, waste some, and count once a week. Moves, lots and values follow the
 * domain's rules (`buildShipPostings`, `proposeLots`, `applyOut`, `splitLateDifference`, `computeFairShare`
 * ...); rows are written in bulk, and `reconcile` passes.
 */
export async function fillYear(
  db: Db,
  { size: sizeOption, lastDay, days = 365, seed = 1, onDay }: YearOptions,
): Promise<YearResult> {
  const size = typeof sizeOption === 'string' ? businessSizes[sizeOption] : sizeOption;
  const firstDay = addDays(lastDay, 1 - days);
  const catalogue = await db.write((tx) => addCatalogue(tx, size, { seed, at: `${firstDay}T00:00:00.000Z` }));
  const lots = new LotBalances(
    new Set(catalogue.items.filter(({ shelfLifeDays }) => shelfLifeDays !== null).map(({ _id }) => _id)),
  );
  const books = new HistoryBooks(lots, await loadLastMove(db));
  const simulation = new YearSimulation(
    new HistoryContext(books, catalogue, createSeededRandom(seed + 1)),
    size,
  );
  for (let dayIndex = 0; dayIndex < days; dayIndex++) {
    const day = addDays(firstDay, dayIndex);
    await db.write((tx) => simulation.simulateDay(tx, day, dayIndex));
    onDay?.(day, dayIndex);
  }
  await db.write((tx) => simulation.finish(tx));
  await sql`analyze`.execute(db.writer);
  return {
    branches: catalogue.branches.map(({ _id }) => _id),
    items: catalogue.items.map(({ _id }) => _id),
    firstDay,
    orders: simulation.deliveries.orderCount,
    lines: simulation.deliveries.lineCount,
    moves: books.moveCount,
  };
}

async function loadLastMove(db: Db): Promise<number> {
  const { last } = await db.read
    .selectFrom('stockMoves')
    .select((on) => on.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

class YearSimulation {
  readonly deliveries: Deliveries;
  readonly #history: HistoryContext;
  /** Deliveries that haven't been invoiced yet. */
  #uninvoiced: Purchase[] = [];

  constructor(history: HistoryContext, size: BusinessSize) {
    this.#history = history;
    this.deliveries = new Deliveries(history, size);
  }

  /** Simulates one day from morning to evening. */
  async simulateDay(tx: Tx, day: string, dayIndex: number): Promise<void> {
    const history = this.#history;
    const weekdayFactor = weekdayFactors[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 1;
    postExpiredWaste(history, day, addDays(day, -1));
    const arrived = this.deliveries.receive(day);
    this.#postInvoices(day);
    this.deliveries.resolveDue(day);
    const ordered = this.deliveries.order(day, weekdayFactor);
    postTransfers(history, day, arrived);
    this.#supply(day, ordered);
    this.deliveries.ship(day, ordered);
    postSales(history, day, arrived, weekdayFactor);
    postDailyWaste(history, day, arrived);
    postCycleCounts(history, day, dayIndex);
    await history.write(tx);
    await history.books.writeMoves(tx);
  }

  #postInvoices(day: string): void {
    const due = this.#uninvoiced.filter(({ invoicedOn }) => invoicedOn === day);
    this.#uninvoiced = this.#uninvoiced.filter(({ invoicedOn }) => invoicedOn !== day);
    for (const purchase of due) {
      postInvoice(this.#history, day, purchase);
      writePurchase(this.#history, purchase);
    }
  }

  /** Supplies the kitchen for today's orders: produces some of the missing quantities and buys the rest. */
  #supply(day: string, orders: readonly YearOrder[]): void {
    const history = this.#history;
    const required = new Map<YearItem, number>();
    const addRequired = (item: YearItem, qtyMicro: number) =>
      required.set(item, (required.get(item) ?? 0) + qtyMicro);
    for (const { lines } of orders)
      for (const { item, orderQtyMicro } of lines) addRequired(item, orderQtyMicro * item.unitNum);
    const plans = planHistoryBatches(history, day, required);
    for (const { needs } of plans)
      for (const [itemId, qtyMicro] of needs) {
        const item = history.catalogue.itemById.get(itemId);
        if (item) addRequired(item, qtyMicro);
      }
    const bought = new Map([...required].filter(([{ isProduced }]) => !isProduced));
    for (const purchase of planPurchases(history, day, bought)) {
      if (purchase.invoicedOn === null) writePurchase(history, purchase);
      else this.#uninvoiced.push(purchase);
    }
    for (const plan of plans) completeBatch(history, day, plan);
  }

  /** Writes everything that is still open at the end, and all balances. */
  async finish(tx: Tx): Promise<void> {
    const history = this.#history;
    this.deliveries.finish();
    for (const purchase of this.#uninvoiced) writePurchase(history, purchase);
    await history.write(tx);
    await this.deliveries.writeCounts(tx);
    await history.books.writeBalances(tx);
    await history.writeNumbers(tx);
  }
}
