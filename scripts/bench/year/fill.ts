import { sql } from 'kysely';
import type { Db, Tx } from '#platform/server/db/types.ts';
import { seededRandom } from '#app/server/seed/random.ts';
import { addDays } from '#core/day.ts';
import { HistoryBooks } from './history-books.ts';
import { planPurchases, type Purchase, writePurchase } from './buying.ts';
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

/** Options of a history: the same options give the same history on every engine. */
export interface YearOptions {
  size: SizeName | BusinessSize;
  /** Its last day; nothing happens after that. */
  lastDay: string;
  days?: number;
  seed?: number;
  /** Called after each day. */
  onDay?: (day: string, nth: number) => void;
}

export interface YearResult {
  branches: string[];
  items: string[];
  firstDay: string;
  orders: number;
  lines: number;
  moves: number;
}

/** Sales by weekday, Monday first. */
const week = [0.8, 0.8, 0.9, 1, 1.3, 1.4, 0.9];

/**
 * Adds a history of many days to a business with the rows of the minimal one: each morning branches receive
 * and order; supplier invoices arrive; the kitchen buys at changing prices, produces, and ships in the
 * evening. Branches sell dishes, waste some, and count once a week. Moves, lots and values follow the
 * domain's rules (`postingsForShip`, `proposeLots`, `applyOut`, `splitLateDifference`, `computeFairShare` ...); rows are
 * written in bulk, and `reconcile` passes.
 */
export async function fillYear(
  db: Db,
  { size: asked, lastDay, days = 365, seed = 1, onDay }: YearOptions,
): Promise<YearResult> {
  const size = typeof asked === 'string' ? businessSizes[asked] : asked;
  const firstDay = addDays(lastDay, 1 - days);
  const catalogue = await db.write((tx) => addCatalogue(tx, size, { seed, at: `${firstDay}T00:00:00.000Z` }));
  const lots = new LotBalances(
    new Set(catalogue.items.filter(({ shelfLifeDays }) => shelfLifeDays !== null).map(({ _id }) => _id)),
  );
  const books = new HistoryBooks(lots, await lastMove(db));
  const story = new Story(new HistoryContext(books, catalogue, seededRandom(seed + 1)), size);
  for (let nth = 0; nth < days; nth++) {
    const day = addDays(firstDay, nth);
    await db.write((tx) => story.tell(tx, day, nth));
    onDay?.(day, nth);
  }
  await db.write((tx) => story.end(tx));
  await sql`analyze`.execute(db.writer);
  return {
    branches: catalogue.branches.map(({ _id }) => _id),
    items: catalogue.items.map(({ _id }) => _id),
    firstDay,
    orders: story.deliveries.orderCount,
    lines: story.deliveries.lineCount,
    moves: books.moveCount,
  };
}

async function lastMove(db: Db): Promise<number> {
  const { last } = await db.read
    .selectFrom('stockMoves')
    .select((on) => on.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

class Story {
  readonly deliveries: Deliveries;
  readonly #desk: HistoryContext;
  /** Deliveries whose invoice is still to come. */
  #toBill: Purchase[] = [];

  constructor(desk: HistoryContext, size: BusinessSize) {
    this.#desk = desk;
    this.deliveries = new Deliveries(desk, size);
  }

  /** Simulates one day from morning to evening. */
  async tell(tx: Tx, day: string, nth: number): Promise<void> {
    const desk = this.#desk;
    const trade = week[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 1;
    postExpiredWaste(desk, day, addDays(day, -1));
    const arrived = this.deliveries.receive(day);
    this.#bill(day);
    this.deliveries.settle(day);
    const ordered = this.deliveries.order(day, trade);
    postTransfers(desk, day, arrived);
    this.#supply(day, ordered);
    this.deliveries.ship(day, ordered);
    postSales(desk, day, arrived, trade);
    postDailyWaste(desk, day, arrived);
    postCycleCounts(desk, day, nth);
    await desk.write(tx);
    await desk.books.writeMoves(tx);
  }

  #bill(day: string): void {
    const due = this.#toBill.filter(({ billed }) => billed === day);
    this.#toBill = this.#toBill.filter(({ billed }) => billed !== day);
    for (const purchase of due) {
      postInvoice(this.#desk, day, purchase);
      writePurchase(this.#desk, purchase);
    }
  }

  /** Supplies the kitchen for today's orders: produces part of what is missing, and buys the rest. */
  #supply(day: string, orders: readonly YearOrder[]): void {
    const desk = this.#desk;
    const required = new Map<YearItem, number>();
    const want = (item: YearItem, qtyMicro: number) =>
      required.set(item, (required.get(item) ?? 0) + qtyMicro);
    for (const { lines } of orders)
      for (const { item, orderQtyMicro } of lines) want(item, orderQtyMicro * item.unitNum);
    const plans = planHistoryBatches(desk, day, required);
    for (const { needs } of plans)
      for (const [itemId, qtyMicro] of needs) {
        const item = desk.catalogue.itemById.get(itemId);
        if (item) want(item, qtyMicro);
      }
    const bought = new Map([...required].filter(([{ isMade }]) => !isMade));
    for (const purchase of planPurchases(desk, day, bought)) {
      if (purchase.billed === null) writePurchase(desk, purchase);
      else this.#toBill.push(purchase);
    }
    for (const plan of plans) completeBatch(desk, day, plan);
  }

  /** Writes what is still open at the end, and all balances. */
  async end(tx: Tx): Promise<void> {
    const desk = this.#desk;
    this.deliveries.end();
    for (const purchase of this.#toBill) writePurchase(desk, purchase);
    await desk.write(tx);
    await this.deliveries.writeCounts(tx);
    await desk.books.writeBalances(tx);
    await desk.writeNumbers(tx);
  }
}
