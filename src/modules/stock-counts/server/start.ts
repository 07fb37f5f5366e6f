import { unnamedLot } from '#modules/lots/lot-rules.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { compareCodes } from '#core/text.ts';
import { likeJsonElement } from '#platform/server/db/like.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { periodClosedProblem, lockPeriodForPosting } from '#modules/stock/server/accounting-period.ts';
import { loadLotItems } from '#modules/stock/server/lot-book.ts';
import { loadItemsDue } from './cycle.ts';
import { type CountHeader, parseIds } from './rows.ts';
import type { Bit } from '#platform/server/db/tables.ts';

/** Maximum lines of a count; the same limit applies on devices. */
const maxLines = 20_000;

/** An item to count, with its sort fields and its book quantity. */
export interface CountableItem {
  itemId: string;
  itemCode: string;
  itemName: string;
  itemNameAlt: string | null;
  search: string;
  section: string | null;
  sectionName: string | null;
  sortOrder: number | null;
  positionInSection: number | null;
  unit: string;
  unitSymbol: string;
  countUnit: string | null;
  catchWeight: Bit;
  onHandMicro: number | null;
}

/** Creates the lines of a count in section order, when it starts. */
export async function createCountLines(ctx: CommandContext, header: CountHeader): Promise<void> {
  const { tx, now } = ctx;
  const startedAt = now.toISOString();
  const businessDay = await loadBusinessDay(tx, header.branch, startedAt);
  // A period can't be closed during a count (A4): either the closing waits for this start, or the start is
  // rejected.
  const closedUntil = await lockPeriodForPosting(tx);
  if (closedUntil !== null && businessDay <= closedUntil)
    throw periodClosedProblem('stock_count', businessDay, closedUntil, header.branchName ?? header.branch);
  const itemIds = parseIds(header.itemIds);
  const sections = parseIds(header.sections);
  if (header.type === 'spot' && itemIds.length === 0)
    throw invalid({ itemIds: refusal('count-items-needed') });
  let items = await loadCountableItems(tx, header.branch, { itemIds, sections });
  if (header.type === 'cycle' && itemIds.length === 0) {
    const dueIds = await loadItemsDue(
      tx,
      header.branch,
      items.map(({ itemId }) => itemId),
      now,
    );
    items = items.filter(({ itemId }) => dueIds.has(itemId));
  }
  if (items.length === 0) throw problem('NOT_EDITABLE', refusal('count-nothing'));
  const lots = await loadLotsToCount(
    tx,
    header.branch,
    items.map(({ itemId }) => itemId),
  );
  const rows = items.toSorted(compareBySection).flatMap((item) => {
    const itemLots = lots.get(item.itemId);
    const lotsToList = itemLots && itemLots.length > 0 ? itemLots : [{ lot: unnamedLot, expiry: null }];
    return lotsToList.map((lot) => ({ item, lot, isTrackedByLot: itemLots !== undefined }));
  });
  if (rows.length > maxLines) throw problem('NOT_EDITABLE', refusal('count-most', { n: maxLines }));
  const lines = rows.map(({ item, lot, isTrackedByLot }, index) => ({
    lineId: newId({ now: () => now }),
    countId: header._id,
    position: index + 1,
    ...newCountLine(item, lot, isTrackedByLot),
  }));
  await insertRows(tx, 'stockCountLines', lines);
  header.lineCount = lines.length;
  header.startedAt = startedAt;
  header.businessDay = businessDay;
}

const emptyCountColumns = {
  isAdded: 0,
  entries: 0,
  lastEntrySeq: 0,
  round: 0,
  isMarkedForRecount: 0,
  posted: 0,
  asking: 0,
} as const;

/** Returns the columns of a count line without entries. */
export const newCountLine = (
  item: CountableItem,
  { lot, expiry }: { lot: string; expiry: string | null },
  isTrackedByLot: boolean,
) => ({
  itemId: item.itemId,
  itemCode: item.itemCode,
  itemName: item.itemName,
  itemNameAlt: item.itemNameAlt,
  lot,
  expiry,
  isTrackedByLot: isTrackedByLot ? (1 as const) : (0 as const),
  section: item.section,
  sectionName: item.sectionName,
  positionInSection: item.positionInSection,
  unit: item.unit,
  unitSymbol: item.unitSymbol,
  countUnit: item.countUnit,
  isCountedInPieces: item.catchWeight,
  claims: '[]',
  ...emptyCountColumns,
});

/** Sorts by section (`sortOrder`), then position within the section, then name. */
function compareBySection(a: CountableItem, b: CountableItem): number {
  const lastPosition = Number.MAX_SAFE_INTEGER;
  return (
    (a.sortOrder ?? lastPosition) - (b.sortOrder ?? lastPosition) ||
    compareCodes(a.sectionName ?? '\u{ffff}', b.sectionName ?? '\u{ffff}') ||
    compareCodes(a.section ?? '\u{ffff}', b.section ?? '\u{ffff}') ||
    (a.positionInSection ?? lastPosition) - (b.positionInSection ?? lastPosition) ||
    compareCodes(a.search, b.search) ||
    compareCodes(a.itemId, b.itemId)
  );
}

/**
 * Loads the items to count at a location: those available there and those with stock. If `itemIds` is given,
 * loads exactly these items.
 */
export async function loadCountableItems(
  db: Queryable,
  place: string,
  { itemIds = [], sections = [] }: { itemIds?: readonly string[]; sections?: readonly string[] },
): Promise<CountableItem[]> {
  let query = db
    .selectFrom('items')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .leftJoin('sections', 'sections._id', 'items.section')
    .leftJoin('itemLevels', (join) =>
      join.onRef('itemLevels.itemId', '=', 'items._id').on('itemLevels.branchId', '=', place),
    )
    .leftJoin('balances', (join) =>
      join.onRef('balances.itemId', '=', 'items._id').on('balances.placeId', '=', place),
    )
    .select([
      'items._id as itemId',
      'items.itemCode',
      'items.name as itemName',
      'items.nameAlt as itemNameAlt',
      'items.search',
      'items.section',
      'sections.name as sectionName',
      'sections.sortOrder',
      'itemLevels.binSortOrder as positionInSection',
      'items.baseUnit as unit',
      'units.symbol as unitSymbol',
      'items.countUnit',
      'items.catchWeight',
      'balances.onHandMicro',
    ]);
  if (sections.length > 0) query = query.where('items.section', 'in', sections);
  if (itemIds.length > 0) return query.where('items._id', 'in', itemIds).execute();
  return query
    .where('items.isCountable', '=', 1)
    .where(({ eb, or, and }) =>
      or([
        and([
          eb('items.isActive', '=', 1),
          or([eb('items.branches', '=', '[]'), eb('items.branches', 'like', likeJsonElement(place))]),
        ]),
        eb('balances.onHandMicro', '<>', 0),
      ]),
    )
    .execute();
}

/** Loads the lots of items at a location by item, in FEFO order; untracked items are absent. */
export async function loadLotsToCount(
  db: Queryable,
  place: string,
  itemIds: readonly string[],
): Promise<Map<string, { lot: string; expiry: string | null }[]>> {
  const trackedItems = await loadLotItems(db, itemIds);
  const lotsByItem = new Map(
    [...trackedItems.keys()].map((itemId): [string, { lot: string; expiry: string | null }[]] => [
      itemId,
      [],
    ]),
  );
  if (trackedItems.size === 0) return lotsByItem;
  const rows = await db
    .selectFrom('lotBalances')
    .innerJoin('lots', 'lots._id', 'lotBalances.lotId')
    .select(['lots.itemId', 'lots.code', 'lots.expiry'])
    .where('lotBalances.placeId', '=', place)
    .where('lotBalances.onHandMicro', '<>', 0)
    .where('lotBalances.itemId', 'in', [...trackedItems.keys()])
    .orderBy('lots.expiry')
    .orderBy('lots.code')
    .execute();
  for (const { itemId, code, expiry } of rows) lotsByItem.get(itemId)?.push({ lot: code, expiry });
  return lotsByItem;
}
