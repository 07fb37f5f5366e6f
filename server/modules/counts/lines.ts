import type { CountLine, CountUnit } from '#contract/counts.ts';
import { countLineFields } from '#contract/count-fields.ts';
import { wireOf } from '#contract/document-rows.ts';
import type { CountLineQuestion } from '#domain/counts/line-questions.ts';
import type { TallyPart } from '#domain/counts/tally.ts';
import { fromMicro } from '#domain/quantity.ts';
import { chunks, yieldToEventLoop } from '../../db/many-rows.ts';
import { statement } from '../../db/statements.ts';
import type { Queryable } from '../../db/types.ts';
import { readUnits, type UnitBook } from '../catalogue/units.ts';
import { type ComparedLine, compareLines } from './compare.ts';
import type { CountHeader, StoredCountLine } from './rows.ts';

const allLines = statement((db, countId: string) =>
  db.selectFrom('stockCountLines').selectAll().where('countId', '=', countId).orderBy('position'),
);

/** Every line of a count in walking order. */
export const loadCountLines = (db: Queryable, countId: string): Promise<StoredCountLine[]> =>
  allLines(db, countId);

const unitsOfItems = statement((db, ids: readonly string[]) =>
  db.selectFrom('items').select(['_id', 'baseUnit', 'orderUnit', 'countUnit']).where('_id', 'in', ids),
);

const conversionsOf = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('itemConversions')
    .select(['itemId', 'fromUnit', 'toUnit'])
    .where('itemId', 'in', ids)
    .where('isActive', '=', 1),
);

/** The units that each item can be counted in: the count unit first, the base unit, and those that lead to it. */
export async function loadCountUnits(
  db: Queryable,
  itemIds: readonly string[],
): Promise<Map<string, CountUnit[]>> {
  const ids = [...new Set(itemIds)];
  if (ids.length === 0) return new Map();
  const items = await unitsOfItems(db, ids);
  const book = await readUnits(db, ids);
  /** Units of items without conversions of their own, by base unit and unit: thousands of items share a few. */
  const shared = new Map<string, CountUnit[]>();
  const conversions = Map.groupBy(await conversionsOf(db, ids), ({ itemId }) => itemId);
  return new Map(
    items.map((item): [string, CountUnit[]] => {
      const own = conversions.get(item._id) ?? [];
      const named = [
        item.countUnit,
        item.baseUnit,
        item.orderUnit,
        ...own.flatMap(({ fromUnit, toUnit }) => [fromUnit, toUnit]),
      ];
      const units = [...new Set(named)].flatMap((id) => {
        if (id === null) return [];
        if (own.length > 0) return unitOf(book, item, id);
        const key = `${item.baseUnit} ${id}`;
        const known = shared.get(key) ?? unitOf(book, item, id);
        shared.set(key, known);
        return known;
      });
      return [item._id, units];
    }),
  );
}

function unitOf(book: UnitBook, item: { _id: string; baseUnit: string }, id: string): CountUnit[] {
  const unit = book.find(id);
  const ratio = unit && book.ratio(item, unit);
  if (!unit || !ratio) return [];
  return [{ _id: unit._id, symbol: unit.symbol, ...ratio, wholeOnly: unit.wholeOnly === 1 }];
}

/** Statuses in which the books are still compared: afterwards a line shows what was decided. */
const isOpen = ({ status, toPost }: CountHeader): boolean =>
  toPost > 0 || status === 'Counting' || status === 'Recount' || status === 'Submitted';

/** Lines that are compared and worded at once: a look at a large count lets others have their turn in between. */
const linesPerChunk = 250;

/**
 * Lines as they travel: beside the books as they are now, as long as the count is open. Outside of a transaction those of a large
 * count need not be of one moment.
 */
export async function presentCountLines(
  db: Queryable,
  head: CountHeader,
  lines: readonly StoredCountLine[],
  isHidden: boolean,
): Promise<CountLine[]> {
  if (db.isTransaction) return presentSome(db, head, lines, isHidden);
  const shown: CountLine[] = [];
  for (const some of chunks(lines, linesPerChunk)) {
    if (shown.length > 0) await yieldToEventLoop();
    shown.push(...(await presentSome(db, head, some, isHidden)));
  }
  return shown;
}

async function presentSome(
  db: Queryable,
  head: CountHeader,
  lines: readonly StoredCountLine[],
  isHidden: boolean,
): Promise<CountLine[]> {
  const units = await loadCountUnits(
    db,
    lines.map(({ itemId }) => itemId),
  );
  if (!isOpen(head))
    return lines.map((line) => toLine(line, units, line.leftWhy === null ? [] : parseLeftOver(line.leftWhy)));
  const judged = await compareLines(db, head, lines);
  return judged.map((one) => {
    const { line, bookMicro, varianceMicro, variancePieces, valueE4, costMicro, questions: asks } = one;
    if (isHidden) {
      const told = asks.filter(({ question }) => question === 'twice' || question === 'moves');
      return toLine({ ...line, ...hiddenFields }, units, told, {
        sinceMicro: null,
        askedUpTo: one.askedUpTo,
      });
    }
    const compared = {
      bookQtyMicro: bookMicro,
      varianceQtyMicro: varianceMicro,
      variancePieces,
      varianceValueE4: valueE4,
      unitCostMicro: costMicro,
    };
    return toLine({ ...line, ...compared }, units, asks, one);
  });
}

/** What follows from the books, as it is told to nobody who counts blind. */
const hiddenFields = {
  bookQtyMicro: null,
  varianceQtyMicro: null,
  variancePieces: null,
  varianceValueE4: null,
  unitCostMicro: null,
  // Whoever recounts a line blind doesn't see the first figure either.
  firstQtyMicro: null,
};

function toLine(
  line: StoredCountLine,
  units: ReadonlyMap<string, CountUnit[]>,
  asks: readonly CountLineQuestion[],
  { sinceMicro, askedUpTo }: Pick<ComparedLine, 'sinceMicro' | 'askedUpTo'> = {
    sinceMicro: null,
    askedUpTo: null,
  },
): CountLine {
  const own = units.get(line.itemId) ?? [];
  return {
    ...wireOf(countLineFields, line, {
      lot: ({ lot }) => (lot === '' ? null : lot),
      units: () => own,
      movedSince: () => (sinceMicro === null ? null : fromMicro(sinceMicro)),
      asks: () => asks,
      movesUpTo: () => askedUpTo,
    }),
    units: own,
    claims: parseClaims(line).map(({ qtyMicro, ...claim }) => ({ ...claim, qty: fromMicro(qtyMicro) })),
    asks: asks.map(({ question, params }) => ({ question, ...(params && { params: { ...params } }) })),
  };
}

/** Whose counts a line is made of. */
function parseClaims({ claims }: StoredCountLine): TallyPart[] {
  const parts: TallyPart[] = JSON.parse(claims);
  return parts;
}

/** What kept a difference from being posted once its count was approved. */
function parseLeftOver(why: string): CountLineQuestion[] {
  const question: CountLineQuestion = JSON.parse(why);
  return [question];
}
