import { sql } from 'kysely';
import { blankOf } from '#contract/document-rows.ts';
import { goodsReceiptFields, goodsReceiptLineFields } from '#contract/goods-receipt-fields.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { valueOf } from '#domain/money.ts';
import { postingsForReceive, postingsForShip } from '#domain/stock/postings.ts';
import { insertRows } from '#server/db/statements.ts';
import type { Db, Tx } from '#server/db/types.ts';
import { documentNumber } from '#server/db/sequences.ts';
import { type Random, seededRandom } from '#server/seed/random.ts';
import { ids } from '#server/testing/ids.ts';
import { HistoryBooks } from './books.ts';
import { addCatalogue, type Catalogue, type YearItem } from './catalogue.ts';
import { isReceived, kitchen, lineOf, person, rowsOf, type YearOrder } from './orders.ts';
import { type BusinessSize, businessSizes, type SizeName } from './sizes.ts';

/** What a history is told of: the same answer for the same question, on every engine. */
export interface YearAsked {
  size: SizeName | BusinessSize;
  /** Its last day; nothing happens after that. */
  lastDay: string;
  days?: number;
  seed?: number;
  /** Told after each day. */
  onDay?: (day: string, nth: number) => void;
}

export interface YearFilled {
  branches: string[];
  items: string[];
  firstDay: string;
  orders: number;
  lines: number;
  moves: number;
}

/** What sells on which weekday, Monday first. */
const week = [0.8, 0.8, 0.9, 1, 1.3, 1.4, 0.9];
/** A branch asks for what it needs of an item for so many days. */
const daysOfAnOrder = 3;

/**
 * Puts a history of many days into a business that has the rows of the minimal one: every morning branches receive what was
 * shipped, use it, throw some of it away and order, the kitchen buys what it lacks at prices that go up and down, and ships in
 * the evening. What moves, and what it is then worth, is decided by the rules of the domain (`postingsForShip`, `applyOut`,
 * `shippedFigures` ...); rows are written many at a time. `reconcile` finds nothing at fault with it.
 */
export async function fillYear(
  db: Db,
  { size: asked, lastDay, days = 365, seed = 1, onDay }: YearAsked,
): Promise<YearFilled> {
  const size = typeof asked === 'string' ? businessSizes[asked] : asked;
  const firstDay = addDays(lastDay, 1 - days);
  const catalogue = await db.write((tx) => addCatalogue(tx, size, { seed, at: `${firstDay}T00:00:00.000Z` }));
  const story = new Story(catalogue, size, seededRandom(seed + 1));
  for (let nth = 0; nth < days; nth++) {
    const day = addDays(firstDay, nth);
    await db.write((tx) => story.tell(tx, day));
    onDay?.(day, nth);
  }
  await db.write((tx) => story.end(tx));
  await sql`analyze`.execute(db.writer);
  return {
    branches: catalogue.branches.map(({ _id }) => _id),
    items: catalogue.items.map(({ _id }) => _id),
    firstDay,
    orders: story.orderCount,
    lines: story.lineCount,
    moves: story.books.moveCount,
  };
}

type Written = Record<
  'audit' | 'wastage' | 'history' | 'receipts' | 'receiptLines' | 'saleDays' | 'saleRows',
  object[]
>;

class Story {
  readonly books = new HistoryBooks();
  orderCount = 0;
  lineCount = 0;
  #catalogue: Catalogue;
  #size: BusinessSize;
  #random: Random;
  /** Shipped, and not received yet. */
  #onTheWay: YearOrder[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #counts = new Map<string, { branch: string; status: string; reached: 0 | 1; count: number }>();
  /** Which item each branch orders next. */
  readonly #next = new Map<string, number>();
  #written: Written = blank();

  constructor(catalogue: Catalogue, size: BusinessSize, random: Random) {
    this.#catalogue = catalogue;
    this.#size = size;
    this.#random = random;
  }

  /** One day from morning to evening. */
  async tell(tx: Tx, day: string): Promise<void> {
    const trade = week[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 1;
    const arrived = this.#receive(day);
    this.#use(day, arrived, trade);
    this.#waste(day, arrived);
    const ordered = this.#order(day, trade);
    this.#buy(day, ordered);
    for (const order of ordered) this.#ship(day, order);
    // An order is written when all has been said of it.
    await writeOrders(tx, arrived, this.#counts);
    await this.#write(tx);
    await this.books.writeMoves(tx);
  }

  /** The orders that are still on the way, and what all days come to. */
  async end(tx: Tx): Promise<void> {
    await writeOrders(tx, this.#onTheWay, this.#counts);
    await this.#write(tx);
    await this.books.writeBalances(tx);
    await insertRows(
      tx,
      'orderCounts',
      [...this.#counts.values()].map((counted) => ({ ...counted, kitchen: kitchen._id })),
    );
    await insertRows(
      tx,
      'sequences',
      [...this.#numbers].map(([name, last]) => ({ name, next: last + 1 })),
    );
  }

  #receive(day: string): YearOrder[] {
    // A few come a day late.
    const late = new Set(
      this.#onTheWay.filter((order) => order.deliveryDate === day && this.#random.chance(0.03)),
    );
    const arrived = this.#onTheWay.filter((order) => !late.has(order));
    this.#onTheWay = [...late];
    for (const order of arrived) {
      const at = `${day}T07:00:00.000Z`;
      order.reached.push(at);
      for (const line of order.lines)
        Object.assign(line, {
          receivedQtyMicro: line.shippedQtyMicro,
          damagedQtyMicro: 0,
          shortQtyMicro: 0,
          overQtyMicro: 0,
        });
      this.#post(postingsForReceive(postable(order)), at, order.orderNo);
    }
    return arrived;
  }

  /** What came is used up in the days until it comes again: of what is there, a share by the weekday. */
  #use(day: string, arrived: readonly YearOrder[], trade: number): void {
    const at = `${day}T20:00:00.000Z`;
    for (const [branch, orders] of Map.groupBy(arrived, (order) => order.branch)) {
      const dayId = `year-sales-${branch._id}-${day}`;
      let costE4 = 0;
      for (const { lines } of orders)
        for (const { itemId, lineId } of lines) {
          const { onHandMicro } = this.books.balance(branch._id, itemId);
          const qtyMicro =
            Math.floor((onHandMicro * Math.min(0.95, this.#random.between(0.5, 0.8) * trade)) / 1000) * 1000;
          if (qtyMicro === 0) continue;
          costE4 += this.books.post(
            {
              itemId,
              fromPlace: branch._id,
              toPlace: 'consumption',
              qtyMicro,
              kind: 'consumption',
              docType: 'sales',
              docId: dayId,
              docLineId: `${dayId}-${lineId}`,
              lot: '',
            },
            { at, docNo: '', userId: person._id },
          );
        }
      const portions = Math.max(1, Math.round(costE4 / 40_000));
      const sums = { qtyMicro: portions * 1_000_000, netE4: portions * 120_000 };
      this.#written.saleDays.push({
        _id: dayId,
        sourceId: this.#catalogue.source,
        branchId: branch._id,
        day,
        takesStock: 1,
        gaps: '[]',
        userId: person._id,
        userName: person.name,
        createdAt: at,
        updatedAt: at,
        version: 1,
        ...sums,
      });
      this.#written.saleRows.push({ dayId, rowNo: 1, code: 'MENU', recipeId: null, name: 'Menu', ...sums });
    }
  }

  #waste(day: string, arrived: readonly YearOrder[]): void {
    const at = `${day}T21:00:00.000Z`;
    for (const order of arrived) {
      const { item } = this.#random.pick(order.lines);
      const { onHandMicro } = this.books.balance(order.branch._id, item._id);
      const qtyMicro = Math.min(1_000_000, Math.floor(onHandMicro / 2000) * 1000);
      if (qtyMicro === 0) continue;
      const number = this.#number('WST', day);
      const reason = this.#random.pick(['expired', 'spoiled', 'damaged', 'dropped']);
      const costE4 = this.books.post(
        {
          itemId: item._id,
          fromPlace: order.branch._id,
          toPlace: 'wastage',
          qtyMicro,
          kind: 'waste',
          docType: 'wastage',
          docId: number,
          docLineId: number,
          lot: '',
          reason,
        },
        { at, docNo: number, userId: person._id },
      );
      this.#written.wastage.push({
        _id: number,
        createdAt: at,
        updatedAt: at,
        version: 1,
        number,
        branch: order.branch._id,
        dateTime: at,
        businessDay: day,
        item: item._id,
        itemName: item.name,
        unit: ids.units.kg,
        unitSymbol: 'kg',
        unitNum: 1,
        unitDen: 1,
        qtyMicro,
        reason,
        lot: '',
        lots: '[]',
        status: 'Posted',
        userId: person._id,
        userName: person.name,
        costE4,
        cycle: 0,
        note: null,
        photo: null,
        pieces: null,
      });
      this.#made('wastage', 'wastage', number, at);
    }
  }

  #order(day: string, trade: number): YearOrder[] {
    const { branches, linesPerDay, ordersPerBranch } = this.#size;
    const perOrder = Math.round(linesPerDay / branches / ordersPerBranch);
    const { items } = this.#catalogue;
    return this.#catalogue.branches.flatMap((branch) =>
      Array.from({ length: ordersPerBranch }, (): YearOrder => {
        const orderNo = this.#number('ORD', day);
        const first = this.#next.get(branch._id) ?? this.#random.int(0, items.length - 1);
        this.#next.set(branch._id, first + perOrder);
        const lines = Array.from({ length: Math.min(perOrder, items.length) }, (_, nth) => {
          const item = items[(first + nth) % items.length] as YearItem;
          const wanted = item.perDay * daysOfAnOrder * branch.trade * trade * this.#random.between(0.7, 1.3);
          return lineOf(orderNo, nth, item, Math.max(1, Math.round(wanted / item.unitNum)));
        });
        this.orderCount += 1;
        this.lineCount += lines.length;
        const times = ['09:00', '09:30', '10:30', '11:00'].map((time) => `${day}T${time}:00.000Z`);
        return { _id: orderNo, orderNo, branch, deliveryDate: addDays(day, 1), reached: times, lines };
      }),
    );
  }

  /** The kitchen buys what today's orders want and it has not, for several days at once. */
  #buy(day: string, orders: readonly YearOrder[]): void {
    const wanted = new Map<YearItem, number>();
    for (const { lines } of orders)
      for (const { item, orderQtyMicro } of lines)
        wanted.set(item, (wanted.get(item) ?? 0) + orderQtyMicro * item.unitNum);
    const at = `${day}T13:00:00.000Z`;
    const number = this.#number('GR', day);
    const { supplier } = this.#catalogue;
    let sumE4 = 0;
    const lines: object[] = [];
    for (const [item, wantedMicro] of wanted) {
      if (this.books.balance(kitchen._id, item._id).onHandMicro >= wantedMicro) continue;
      const qtyMicro = wantedMicro * 4;
      const priceE4 = Math.round(item.costE4 * this.#random.between(0.92, 1.1));
      const lineId = `${number}-${lines.length}`;
      const valueE4 = this.books.post(
        {
          itemId: item._id,
          fromPlace: 'supplier',
          toPlace: kitchen._id,
          qtyMicro,
          unitCostE4: priceE4,
          kind: 'receipt',
          docType: 'goods_receipt',
          docId: number,
          docLineId: lineId,
          lot: '',
        },
        { at, docNo: number, userId: person._id },
      );
      if (valueE4 !== valueOf(qtyMicro, priceE4)) throw new Error('A receipt is worth what it cost');
      sumE4 += valueE4;
      lines.push({
        ...blankOf(goodsReceiptLineFields),
        lineId,
        receiptId: number,
        position: lines.length,
        itemId: item._id,
        itemCode: item.itemCode,
        itemName: item.name,
        unit: ids.units.kg,
        unitSymbol: 'kg',
        unitNum: 1,
        unitDen: 1,
        qtyMicro,
        baseQtyMicro: qtyMicro,
        priceE4,
        landedValueE4: valueE4,
      });
    }
    // A day on which nothing was short takes no number.
    if (lines.length === 0) {
      this.#takeBack('GR', day);
      return;
    }
    this.#written.receiptLines.push(...lines);
    this.#written.receipts.push({
      ...blankOf(goodsReceiptFields),
      _id: number,
      createdAt: at,
      updatedAt: at,
      version: 1,
      number,
      status: 'Posted',
      supplier: supplier._id,
      supplierName: supplier.name,
      place: kitchen._id,
      placeName: kitchen.name,
      userId: person._id,
      userName: person.name,
      receivedAt: at,
      businessDay: day,
      rate: '1',
      spreadBy: 'value',
      lineCount: lines.length,
      goodsValueE4: sumE4,
      landedValueE4: sumE4,
    });
    this.#made('goods_receipt', 'goods-receipts', number, at);
  }

  #ship(day: string, order: YearOrder): void {
    const at = `${day}T18:00:00.000Z`;
    order.reached.push(at);
    for (const line of order.lines) {
      // Now and then somebody picks less than was asked for.
      const isShort = line.orderQtyMicro > 1_000_000 && this.#random.chance(0.02);
      const pickedQtyMicro = line.orderQtyMicro - (isShort ? 1_000_000 : 0);
      Object.assign(line, {
        pickedQtyMicro,
        shippedQtyMicro: pickedQtyMicro,
        reason: isShort ? 'out_of_stock' : null,
      });
    }
    this.#post(postingsForShip(postable(order)), at, order.orderNo);
    this.#onTheWay.push(order);
  }

  #post(postings: ReturnType<typeof postingsForShip>, at: string, docNo: string): void {
    for (const posting of postings) this.books.post(posting, { at, docNo, userId: person._id });
  }

  #number(series: string, day: string): string {
    const year = Number(day.slice(0, 4));
    const name = `${series}-${year}`;
    const number = (this.#numbers.get(name) ?? 0) + 1;
    this.#numbers.set(name, number);
    return documentNumber(series, year, number);
  }

  #takeBack(series: string, day: string): void {
    const name = `${series}-${day.slice(0, 4)}`;
    this.#numbers.set(name, (this.#numbers.get(name) ?? 1) - 1);
  }

  /** A document that is posted when it is made has one step and one entry of the audit, which went to an archive. */
  #made(docType: string, entity: string, id: string, at: string): void {
    this.#written.history.push({
      docType,
      docId: id,
      from: null,
      to: 'Posted',
      verb: null,
      by: person._id,
      byName: person.name,
      at,
      reason: null,
      reasonCode: null,
      reasonNote: null,
    });
    this.#written.audit.push({ entity, entityId: id, rows: 1 });
  }

  async #write(tx: Tx): Promise<void> {
    const { audit, wastage, history, receipts, receiptLines, saleDays, saleRows } = this.#written;
    this.#written = blank();
    await insertRows(tx, 'goodsReceipts', receipts);
    await insertRows(tx, 'goodsReceiptLines', receiptLines);
    await insertRows(tx, 'wastage', wastage);
    await insertRows(tx, 'documentHistory', history);
    await insertRows(tx, 'auditArchived', audit);
    await insertRows(tx, 'saleDays', saleDays);
    await insertRows(tx, 'saleRows', saleRows);
  }
}

const blank = (): Written => ({
  audit: [],
  wastage: [],
  history: [],
  receipts: [],
  receiptLines: [],
  saleDays: [],
  saleRows: [],
});

const postable = ({ _id, branch, lines }: YearOrder) => ({
  _id,
  branch: branch._id,
  kitchen: kitchen._id,
  lines,
});

async function writeOrders(
  tx: Tx,
  orders: readonly YearOrder[],
  counts: Map<string, { branch: string; status: string; reached: 0 | 1; count: number }>,
): Promise<void> {
  const rows = orders.map(rowsOf);
  await insertRows(
    tx,
    'orders',
    rows.map(({ order }) => order),
  );
  await insertRows(
    tx,
    'orderLines',
    rows.flatMap(({ lines }) => lines),
  );
  await insertRows(
    tx,
    'orderHistory',
    rows.flatMap(({ history }) => history),
  );
  await insertRows(
    tx,
    'auditArchived',
    orders.map(({ _id, reached }) => ({ entity: 'orders', entityId: _id, rows: reached.length })),
  );
  for (const order of orders) {
    const counted = {
      branch: order.branch._id,
      status: isReceived(order) ? 'Received' : 'Shipped',
      reached: 1 as const,
    };
    const key = Object.values(counted).join();
    counts.set(key, { ...counted, count: (counts.get(key)?.count ?? 0) + 1 });
  }
}
