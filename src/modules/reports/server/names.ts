import { sql } from 'kysely';
import type { ReportDimension } from '#platform/reports/shape-types.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { ReportGroup } from './aggregate.ts';

/** Names of report rows in the reader's language. */
export interface ReportNames {
  /** Returns the first columns of a row. */
  getLabels(key: string, document: ReportGroup['document']): { label: string; code?: string; unit?: string };
  getPlaceName(branch: string): string;
  /** Name and unit of the requested item; null without one. */
  item: string | null;
  unit: string | null;
}

/** Ids per statement. */
const batchSize = 400;

/** Loads the names of items, units, reasons and locations. Deleted rows are shown by their key. */
export async function loadReportNames(
  db: Queryable,
  by: ReportDimension,
  groups: readonly ReportGroup[],
  item: string | undefined,
  prefersAltName: boolean,
): Promise<ReportNames> {
  const keys = groups.map(({ key }) => key);
  const chooseName = (row: { name: string; nameAlt: string | null } | undefined, key: string) =>
    (prefersAltName ? row?.nameAlt : null) || row?.name || key;
  const items = await loadItems(db, [...(by === 'item' ? keys : []), ...(item === undefined ? [] : [item])]);
  const places = await loadLocations(
    db,
    by === 'branch' ? keys : groups.flatMap(({ document }) => document?.branch ?? []),
  );
  const reasons = by === 'reason' ? await loadReasons(db) : new Map();
  const suppliers = by === 'supplier' ? await loadSuppliers(db, keys) : new Map();
  const getUnit = (id: string) => items.get(id)?.unit ?? '';
  return {
    getLabels(key, document) {
      if (document) return { label: document.number };
      switch (by) {
        case 'item':
          return {
            label: chooseName(items.get(key), key),
            code: items.get(key)?.itemCode ?? '',
            unit: getUnit(key),
          };
        case 'branch':
          return { label: chooseName(places.get(key), key) };
        case 'supplier':
          return { label: chooseName(suppliers.get(key), key) };
        case 'reason':
          return { label: chooseName(reasons.get(key), key) };
        default:
          return { label: key };
      }
    },
    getPlaceName: (branch) => chooseName(places.get(branch), branch),
    item: item === undefined ? null : chooseName(items.get(item), item),
    unit: item === undefined ? null : getUnit(item),
  };
}

async function loadItems(db: Queryable, ids: readonly string[]) {
  const rows = [];
  for (const chunk of chunks(ids, batchSize))
    rows.push(
      ...(await db
        .selectFrom('items')
        .leftJoin('units', 'units._id', 'items.baseUnit')
        .select(['items._id', 'items.name', 'items.nameAlt', 'items.itemCode', 'units.symbol as unit'])
        .where('items._id', 'in', chunk)
        .execute()),
    );
  return new Map(rows.map((row) => [row._id, row]));
}

async function loadLocations(db: Queryable, ids: readonly string[]) {
  const rows = [];
  for (const chunk of chunks([...new Set(ids)], batchSize))
    rows.push(
      ...(await db
        .selectFrom('branches')
        .select(['_id', 'name', 'nameAlt'])
        .where('_id', 'in', chunk)
        .execute()),
    );
  return new Map(rows.map((row) => [row._id, row]));
}

async function loadReasons(db: Queryable) {
  const rows = await db.selectFrom('reasons').select(['code', 'name', 'nameAlt']).execute();
  return new Map(rows.map((row) => [row.code, row]));
}

async function loadSuppliers(db: Queryable, ids: readonly string[]) {
  const rows = [];
  for (const chunk of chunks(ids, batchSize))
    rows.push(
      ...(await db
        .selectFrom('suppliers')
        .select(['_id', 'name', 'nameAlt'])
        .where('_id', 'in', chunk)
        .execute()),
    );
  return new Map(rows.map((row) => [row._id, row]));
}

/** Loads an item's name, or its id if it has been deleted. */
export async function loadItemName(db: Queryable, id: string, prefersAltName: boolean): Promise<string> {
  const row = (await loadItems(db, [id])).get(id);
  return (prefersAltName ? row?.nameAlt : null) || row?.name || id;
}

/** SQL for the name of a row in the reader's language. */
export const buildLocalizedNameColumn = (table: string, prefersAltName: boolean) =>
  prefersAltName
    ? sql<string>`coalesce(nullif(${sql.ref(`${table}.nameAlt`)}, ''), ${sql.ref(`${table}.name`)})`
    : sql<string>`${sql.ref(`${table}.name`)}`;

/** SQL for the name of a stock location: the name of its branch, or its own for transit and hold. */
export const buildLocationNameColumn = (table: string, prefersAltName: boolean) =>
  prefersAltName
    ? sql<string>`coalesce((select nullif(n.${sql.ref('nameAlt')}, '') from branches as n
        where n.${sql.ref('_id')} = ${sql.ref(`${table}.placeId`)}), ${sql.ref(`${table}.name`)})`
    : sql<string>`${sql.ref(`${table}.name`)}`;
