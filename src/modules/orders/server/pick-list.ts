import type { PickListQueryParams } from '#modules/picking/input.ts';
import type { PickItem, PickList } from '#modules/picking/shapes.ts';
import { compareByExpiry, requiredValidThrough, getLotBlocker, unnamedLot } from '#modules/lots/lot-rules.ts';
import { type Actor, getOwnLocations } from '#core/permissions.ts';
import { isPickComplete } from '#modules/picking/pick-lines.ts';
import { toExactOrNull, fromMicro } from '#core/quantity.ts';
import { compareCodes, foldText } from '#core/text.ts';
import { toUtcDay } from '#core/day.ts';
import { VersionedCache } from '#platform/server/db/versioned-cache.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { PickClaimRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadWholeUnits } from '#modules/units/server/units.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { loadLotsAtPlace } from '#modules/stock/server/lots.ts';
import { loadPickClaims, toPickClaim } from './pick-claims.ts';
import { getEnteredPickMicro, presentPickLine, type PickLineRow, getRequiredPickMicro } from './pick-line.ts';
import { isOrderVisibleTo } from './scope.ts';

/** Maximum orders in a list. */
const maxOrders = 1000;
/** If there are more lines and no section is requested, only one section's items are returned. */
const maxLines = 1000;
const idsPerStatement = 500;
/** Maximum cached lines per process. */
const maxCachedLines = 120_000;

interface PickOrderHeader {
  _id: string;
  orderNo: string;
  branch: string;
  branchName: string;
  deliveryDate: string;
  occasion: string | null;
  version: number;
}

/**
 * Order lines by order and version: unchanged orders aren't read again, so a list of hundreds of orders reads
 * only those that have changed.
 */
const lineCache = new VersionedCache<PickLineRow[]>(maxCachedLines);

/**
 * Loads the pick list for a set of orders of one kitchen: by section in walking order, then by item,
 * with requested quantities, stock, lots and claims. Empty for users who can't see the kitchen's stock.
 *
 * @param cacheOwner identifies the business whose lines are cached
 */
export async function loadPickList(
  db: Queryable,
  actor: Actor,
  query: PickListQueryParams,
  { now, cacheOwner }: { now: Date; cacheOwner: object },
): Promise<PickList> {
  const kitchens = await loadKitchens(db, actor, query);
  const kitchen =
    kitchens.find(({ _id }) => _id === query.kitchen) ?? (query.kitchen ? null : kitchens[0]) ?? null;
  const day = kitchen === null ? toUtcDay(now) : await loadBusinessDay(db, kitchen._id, now.toISOString());
  const allHeaders = kitchen === null ? [] : await loadHeaders(db, actor, query, kitchen._id);
  const headers = allHeaders.slice(0, maxOrders);
  const lines = (await loadPickLines(db, cacheOwner, headers)).filter(
    (line) => getRequiredPickMicro(line) > 0,
  );
  const claims = await loadPickClaims(
    db,
    headers.map(({ _id }) => _id),
  );
  const sections = await loadSections(db, lines, claims);
  const shownSection =
    query.section ??
    (lines.length > maxLines
      ? ((sections.find(({ pickedLines, lines: all }) => pickedLines < all) ?? sections[0])?.section ??
        noSection)
      : null);
  const isShown = ({ section }: PickLineRow) =>
    shownSection === null || (section ?? noSection) === shownSection;
  const orders = await withValidThrough(db, headers, day);
  const context = { kitchen: kitchen?._id ?? '', orderIds: headers.map(({ _id }) => _id), day };
  return {
    kitchen,
    kitchens,
    day,
    orders,
    isCapped: allHeaders.length > maxOrders,
    sections,
    returnedSection: shownSection,
    items: await loadPickItems(db, lines.filter(isShown), claims, { ...context, actor }),
  };
}

/** Section key of items without a section. */
const noSection = 'other';

const withDefaults = (query: PickListQueryParams) => ({
  ...query,
  branch: query.branch ?? [],
  orders: query.orders ?? [],
});

/** Returns kitchens whose stock the actor can see and that have orders in this status. */
async function loadKitchens(db: Queryable, actor: Actor, { status }: PickListQueryParams) {
  const locations = getOwnLocations(actor);
  if (locations !== null && locations.length === 0) return [];
  const rows = await db
    .selectFrom('orderCounts')
    .innerJoin('branches', 'branches._id', 'orderCounts.kitchen')
    .select(['branches._id', 'branches.name', 'branches.search'])
    .where('orderCounts.status', '=', status)
    .where('orderCounts.count', '>', 0)
    .$if(locations !== null, (rows) => rows.where('branches._id', 'in', locations ?? []))
    .distinct()
    .execute();
  return rows
    .toSorted((a, b) => compareCodes(a.search, b.search) || compareCodes(a._id, b._id))
    .map(({ _id, name }) => ({ _id, name }));
}

/** Selects the list's orders by delivery day, then acceptance. */
function loadHeaders(
  db: Queryable,
  actor: Actor,
  query: PickListQueryParams,
  kitchen: string,
): Promise<PickOrderHeader[]> {
  const { status, date, branch, category, orders } = withDefaults(query);
  return db
    .selectFrom('orders')
    .select(['_id', 'orderNo', 'branch', 'branchName', 'deliveryDate', 'occasion', 'version'])
    .where('orders.kitchen', '=', kitchen)
    .where('orders.status', '=', status)
    .where(isOrderVisibleTo(actor))
    .$if(date !== undefined, (rows) => rows.where('orders.deliveryDate', '=', date ?? ''))
    .$if(branch.length > 0, (rows) => rows.where('orders.branch', 'in', branch))
    .$if(orders.length > 0, (rows) => rows.where('orders._id', 'in', orders))
    .$if(category !== undefined, (rows) =>
      rows.where('orders.branch', 'in', (eb) =>
        eb
          .selectFrom('branches')
          .select('branches._id')
          .where('branchCategoryId', '=', category ?? ''),
      ),
    )
    .orderBy('orders.deliveryDate')
    .orderBy('orders.acceptedAt')
    .orderBy('orders._id')
    .limit(maxOrders + 1)
    .execute();
}

const columns = [
  'lineId',
  'orderId',
  'itemId',
  'itemCode',
  'itemName',
  'itemNameAlt',
  'section',
  'unit',
  'unitSymbol',
  'unitNum',
  'unitDen',
  'orderQtyMicro',
  'approvedQtyMicro',
  'pickedQtyMicro',
  'shippedQtyMicro',
  'pieces',
  'reason',
  'reasonCode',
  'reasonNote',
  'substituteFor',
  'lots',
  'note',
] as const;

/** Loads the lines of these orders, in the same sequence; only changed orders are read. */
async function loadPickLines(
  db: Queryable,
  cacheOwner: object,
  headers: readonly PickOrderHeader[],
): Promise<PickLineRow[]> {
  const linesByOrder = new Map(
    headers.map(({ _id, version }) => [_id, lineCache.get(cacheOwner, _id, String(version))] as const),
  );
  const changed = headers.filter(({ _id }) => linesByOrder.get(_id) === undefined);
  for (const chunk of chunks(changed, idsPerStatement)) {
    for (const { _id } of chunk) linesByOrder.set(_id, []);
    const rows = await db
      .selectFrom('orderLines')
      .select(columns)
      .where(
        'orderId',
        'in',
        chunk.map(({ _id }) => _id),
      )
      .orderBy('orderId')
      .orderBy('position')
      .execute();
    for (const row of rows)
      linesByOrder
        .get(row.orderId)
        ?.push({ ...row, lots: JSON.parse(String(row.lots)) as PickLineRow['lots'] });
    for (const { _id, version } of chunk) {
      const value = linesByOrder.get(_id) ?? [];
      lineCache.set(cacheOwner, _id, { version: String(version), value, size: value.length });
    }
  }
  return headers.flatMap(({ _id }) => linesByOrder.get(_id) ?? []);
}

function isLinePicked(line: PickLineRow, claims: ReadonlyMap<string, PickClaimRow>): boolean {
  const claim = claims.get(line.lineId);
  return isPickComplete({
    approvedMicro: getRequiredPickMicro(line),
    pickedMicro: getEnteredPickMicro(line),
    reason: line.reason,
    isOpen: claim !== undefined && claim.pickedAt === null,
    isSubstitute: line.substituteFor !== null,
  });
}

/** Returns sections in walking order with their progress; lines without a section come last. */
async function loadSections(
  db: Queryable,
  lines: readonly PickLineRow[],
  claims: ReadonlyMap<string, PickClaimRow>,
): Promise<PickList['sections']> {
  const sectionRows = await db
    .selectFrom('sections')
    .select(['_id', 'name', 'nameAlt', 'sortOrder', 'search'])
    .execute();
  const byId = new Map(sectionRows.map((section) => [section._id, section]));
  const linesBySection = Map.groupBy(lines, ({ section }) =>
    section !== null && byId.has(section) ? section : null,
  );
  return [...linesBySection]
    .toSorted(([a], [b]) => {
      const [first, second] = [byId.get(a ?? ''), byId.get(b ?? '')];
      if (!first || !second) return first ? -1 : second ? 1 : 0;
      return first.sortOrder - second.sortOrder || compareCodes(first.search, second.search);
    })
    .map(([section, sectionLines]) => ({
      section,
      name: byId.get(section ?? '')?.name ?? null,
      nameAlt: byId.get(section ?? '')?.nameAlt ?? null,
      lines: sectionLines.length,
      pickedLines: sectionLines.filter((line) => isLinePicked(line, claims)).length,
    }));
}

/** Adds the day through which lots should be usable for each order's branch. */
async function withValidThrough(
  db: Queryable,
  headers: readonly PickOrderHeader[],
  day: string,
): Promise<PickList['orders']> {
  const branches = [...new Set(headers.map(({ branch }) => branch))];
  const rows =
    branches.length === 0
      ? []
      : await db
          .selectFrom('branches')
          .select(['_id', 'minShelfLifeDays'])
          .where('_id', 'in', branches)
          .execute();
  const minLifeByBranch = new Map(rows.map(({ _id, minShelfLifeDays }) => [_id, minShelfLifeDays]));
  return headers.map((header) => ({
    ...header,
    validThrough: requiredValidThrough(day, header.deliveryDate, minLifeByBranch.get(header.branch) ?? null),
  }));
}

/** Loads the items of lines in walking order: by their position at the kitchen if set, then by name. */
async function loadPickItems(
  db: Queryable,
  lines: readonly PickLineRow[],
  claims: ReadonlyMap<string, PickClaimRow>,
  {
    kitchen,
    orderIds,
    day,
    actor,
  }: { kitchen: string; orderIds: readonly string[]; day: string; actor: Actor },
): Promise<PickItem[]> {
  const byItem = Map.groupBy(lines, ({ itemId }) => itemId);
  const itemIds = [...byItem.keys()];
  if (itemIds.length === 0) return [];
  const items = await db
    .selectFrom('items')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .select(['items._id', 'units.symbol', 'items.catchWeight'])
    .where('items._id', 'in', itemIds)
    .execute();
  const levels = await db
    .selectFrom('itemLevels')
    .select(['itemId', 'binSortOrder'])
    .where('branchId', '=', kitchen)
    .where('itemId', 'in', itemIds)
    .execute();
  const balances = await db
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro', 'reservedMicro'])
    .where('placeId', '=', kitchen)
    .where('itemId', 'in', itemIds)
    .execute();
  const reserved = await db
    .selectFrom('reservations')
    .select((eb) => ['itemId', eb.fn.sum<number | string>('qtyMicro').as('qtyMicro')])
    .where('orderId', 'in', orderIds)
    .where('itemId', 'in', itemIds)
    .groupBy('itemId')
    .execute();
  const wholeUnits = await loadWholeUnits(db);
  const hidden = await loadHiddenStock(db, actor);
  const lotsByItem = Map.groupBy(await loadLotsAtPlace(db, kitchen, itemIds), ({ itemId }) => itemId);
  const itemById = new Map(items.map((item) => [item._id, item]));
  const positionByItem = new Map(levels.map(({ itemId, binSortOrder }) => [itemId, binSortOrder]));
  const availableByItem = new Map(
    balances.map((row) => [row.itemId, Number(row.onHandMicro) - Number(row.reservedMicro)]),
  );
  const reservedByItem = new Map(reserved.map(({ itemId, qtyMicro }) => [itemId, Number(qtyMicro)]));
  return [...byItem]
    .map(([itemId, itemLines]) => {
      const first = itemLines[0] as PickLineRow;
      const availableMicro = toExactOrNull(() =>
        Math.max(0, (availableByItem.get(itemId) ?? 0) + (reservedByItem.get(itemId) ?? 0)),
      );
      const item: PickItem = {
        itemId,
        itemCode: first.itemCode,
        itemName: first.itemName,
        itemNameAlt: first.itemNameAlt,
        section: first.section,
        baseUnit: itemById.get(itemId)?.symbol ?? '',
        isCounted: itemById.get(itemId)?.catchWeight === 1,
        available: availableMicro === null || hidden.has(kitchen, itemId) ? null : fromMicro(availableMicro),
        lots: (hidden.has(kitchen, itemId) ? [] : (lotsByItem.get(itemId) ?? []))
          .toSorted(compareByExpiry)
          .map((lot) => ({
            lot: lot.lot === unnamedLot ? null : lot.lot,
            expiry: lot.expiry,
            available: fromMicro(Math.max(0, lot.freeMicro)),
            state: getLotBlocker(lot, day) ?? 'usable',
          })),
        lines: itemLines.map((line) => {
          const claim = claims.get(line.lineId);
          return presentPickLine(line, claim ? toPickClaim(claim) : null, wholeUnits);
        }),
      };
      return {
        item,
        position: positionByItem.get(itemId) ?? Number.MAX_SAFE_INTEGER,
        name: foldText(first.itemName),
      };
    })
    .toSorted(
      (a, b) =>
        a.position - b.position || compareCodes(a.name, b.name) || compareCodes(a.item.itemId, b.item.itemId),
    )
    .map(({ item }) => item);
}
