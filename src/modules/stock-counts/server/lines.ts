import { type CountLine, type CountUnit, countLine } from '../shapes.ts';
import { toWire } from '#platform/documents/document-rows.ts';
import type { CountLineQuestion } from '../line-questions.ts';
import type { CountQuestion } from '../status.ts';
import type { TallyPart } from '../tally.ts';
import { fromMicro } from '#core/quantity.ts';
import { chunks, yieldToEventLoop } from '#platform/server/db/many-rows.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadUnits, type UnitCatalogue } from '#modules/units/server/units.ts';
import { type ComparedCountLine, compareLines } from './compare.ts';
import type { CountHeader, StoredCountLine } from './rows.ts';

const selectLines = statement((db, countId: string) =>
  db.selectFrom('stockCountLines').selectAll().where('countId', '=', countId).orderBy('position'),
);

/** Loads every line of a count in section order. */
export const loadCountLines = (db: Queryable, countId: string): Promise<StoredCountLine[]> =>
  selectLines(db, countId);

const selectItemUnits = statement((db, ids: readonly string[]) =>
  db.selectFrom('items').select(['_id', 'baseUnit', 'orderUnit', 'countUnit']).where('_id', 'in', ids),
);

const selectConversions = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('itemConversions')
    .select(['itemId', 'fromUnit', 'toUnit'])
    .where('itemId', 'in', ids)
    .where('isActive', '=', 1),
);

/** Loads the units in which items can be counted: count unit first, then base unit and convertible ones. */
export async function loadCountUnits(
  db: Queryable,
  itemIds: readonly string[],
): Promise<Map<string, CountUnit[]>> {
  const ids = [...new Set(itemIds)];
  if (ids.length === 0) return new Map();
  const items = await selectItemUnits(db, ids);
  const catalogue = await loadUnits(db, ids);
  /**
   * Units of items without their own conversions, by base unit and count unit, because thousands of items
   * share a few.
   */
  const sharedUnits = new Map<string, CountUnit[]>();
  const conversions = Map.groupBy(await selectConversions(db, ids), ({ itemId }) => itemId);
  return new Map(
    items.map((item): [string, CountUnit[]] => {
      const itemConversions = conversions.get(item._id) ?? [];
      const unitIds = [
        item.countUnit,
        item.baseUnit,
        item.orderUnit,
        ...itemConversions.flatMap(({ fromUnit, toUnit }) => [fromUnit, toUnit]),
      ];
      const units = [...new Set(unitIds)].flatMap((id) => {
        if (id === null) return [];
        if (itemConversions.length > 0) return toCountUnit(catalogue, item, id);
        const key = `${item.baseUnit} ${id}`;
        const unit = sharedUnits.get(key) ?? toCountUnit(catalogue, item, id);
        sharedUnits.set(key, unit);
        return unit;
      });
      return [item._id, units];
    }),
  );
}

function toCountUnit(
  catalogue: UnitCatalogue,
  item: { _id: string; baseUnit: string },
  id: string,
): CountUnit[] {
  const unit = catalogue.find(id);
  const ratio = unit && catalogue.ratio(item, unit);
  if (!unit || !ratio) return [];
  return [{ _id: unit._id, symbol: unit.symbol, ...ratio, wholeOnly: unit.wholeOnly === 1 }];
}

/** Returns whether lines are still compared with the ledger; afterwards they show the stored result. */
const isComparedWithLedger = ({ status, toPost }: CountHeader): boolean =>
  toPost > 0 || status === 'Counting' || status === 'Recount' || status === 'Submitted';

/** Lines per chunk: a large count yields to other requests in between. */
const linesPerChunk = 250;

/**
 * Presents lines, compared with the ledger while the count is open. Outside a transaction, chunks of a large
 * count may be from different snapshots.
 */
export async function presentCountLines(
  db: Queryable,
  header: CountHeader,
  lines: readonly StoredCountLine[],
  isHidden: boolean,
): Promise<CountLine[]> {
  if (db.isTransaction) return presentChunk(db, header, lines, isHidden);
  const presentedLines: CountLine[] = [];
  for (const chunk of chunks(lines, linesPerChunk)) {
    if (presentedLines.length > 0) await yieldToEventLoop();
    presentedLines.push(...(await presentChunk(db, header, chunk, isHidden)));
  }
  return presentedLines;
}

async function presentChunk(
  db: Queryable,
  header: CountHeader,
  lines: readonly StoredCountLine[],
  isHidden: boolean,
): Promise<CountLine[]> {
  const units = await loadCountUnits(
    db,
    lines.map(({ itemId }) => itemId),
  );
  if (!isComparedWithLedger(header))
    return lines.map((line) =>
      presentLine(
        line,
        units,
        line.unpostedReason === null ? [] : [parseUnpostedReason(line.unpostedReason)],
      ),
    );
  const comparisons = await compareLines(db, header, lines);
  return comparisons.map((comparison) => {
    const { line, bookMicro, varianceMicro, variancePieces, valueE4, costMicro, questions } = comparison;
    if (isHidden) {
      const visibleQuestions = questions.filter(
        ({ question }) => question === 'twice' || question === 'moves',
      );
      return presentLine({ ...line, ...hiddenFields }, units, visibleQuestions, {
        movedSinceMicro: null,
        lastQuestionSeq: comparison.lastQuestionSeq,
      });
    }
    const comparedFields = {
      bookQtyMicro: bookMicro,
      varianceQtyMicro: varianceMicro,
      variancePieces,
      varianceValueE4: valueE4,
      unitCostMicro: costMicro,
    };
    return presentLine({ ...line, ...comparedFields }, units, questions, comparison);
  });
}

/** Fields derived from book quantities, hidden from users who count blind. */
const hiddenFields = {
  bookQtyMicro: null,
  varianceQtyMicro: null,
  variancePieces: null,
  varianceValueE4: null,
  unitCostMicro: null,
  // The first count is also hidden during a blind recount.
  firstQtyMicro: null,
};

function presentLine(
  line: StoredCountLine,
  units: ReadonlyMap<string, CountUnit[]>,
  questions: readonly CountLineQuestion<CountQuestion>[],
  { movedSinceMicro, lastQuestionSeq }: Pick<ComparedCountLine, 'movedSinceMicro' | 'lastQuestionSeq'> = {
    movedSinceMicro: null,
    lastQuestionSeq: null,
  },
): CountLine {
  const itemUnits = units.get(line.itemId) ?? [];
  return {
    ...toWire(countLine, line, {
      lot: ({ lot }) => (lot === '' ? null : lot),
      units: () => itemUnits,
      movedSince: () => (movedSinceMicro === null ? null : fromMicro(movedSinceMicro)),
      questions: () =>
        questions.map(({ question, params }) => ({ question, ...(params && { params: { ...params } }) })),
      lateMovementSeq: () => lastQuestionSeq,
    }),
    claims: parseClaims(line).map(({ qtyMicro, ...claim }) => ({ ...claim, qty: fromMicro(qtyMicro) })),
  };
}

/** Parses the individual counts that make up a line's quantity. */
function parseClaims({ claims }: StoredCountLine): TallyPart[] {
  const parts: TallyPart[] = JSON.parse(claims);
  return parts;
}

/** Parses the reason why a difference was not posted after approval. */
const parseUnpostedReason = (stored: string): CountLineQuestion<CountQuestion> => JSON.parse(stored);
