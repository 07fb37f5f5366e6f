import { sql } from 'kysely';
import {
  components,
  conversions,
  listCurrentColumns,
  type ImportColumn,
  type ImportKind,
  importKinds,
  rowId,
} from '../kinds.ts';
import { readPlainText } from '../read-cell.ts';
import { items } from '#modules/items/collection.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import type { ItemConversion } from '#core/conversions.ts';
import { type Actor, type Collection, canRead } from '#core/permissions.ts';
import { type Component, portion } from '#modules/recipes/recipe.ts';
import { type JsonField, jsonText } from '#platform/server/db/json-sql.ts';
import type { ReadContext } from '#platform/server/http/route.ts';
import { buildItemExtraFields } from '#modules/items/server/shape.ts';
import { referenceTables } from '#modules/master-data/server/missing-references.ts';
import { buildScopeConditions } from '#platform/collections/server/scope.ts';
import {
  getFieldColumn,
  buildHiddenFieldsJson,
  buildRowJson,
  type WireRow,
} from '#platform/collections/server/store.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { getCodeField, loadLookup } from './lookups.ts';

type Values = Record<string, unknown>;

/**
 * Separators of list entries; an entry containing one can't be exported. `=` separates the sides of a
 * conversion.
 */
const listSeparators = /[,;،؛=\n\r]/;

/**
 * Returns a page of a collection's active rows in import format, keyed by column. A reference is exported as
 * its code if there is one, otherwise as its name or id.
 */
export async function readExportRows(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  kind: ImportKind,
  resource: Resource,
  { limit, page }: { limit: number; page: number },
): Promise<{ rows: Values[]; total: number }> {
  const conditions = sql.join(
    [sql`${sql.ref(`${resource.table}.isActive`)} = 1`, ...buildScopeConditions(resource, actor)],
    sql` and `,
  );
  const from = sql`from ${sql.table(resource.table)} where ${conditions}`;
  const { rows: countRows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db);
  const { rows: pageIds } = await sql<{ id: string }>`select ${sql.ref(`${resource.table}._id`)} as id ${from}
    order by ${buildSortOrder(resource)} limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const ids = pageIds.map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total: Number(countRows[0]?.count) };
  // JSON is built only for the rows of the page, not for all sorted rows.
  const extraFields: Record<string, JsonField> =
    resource === items ? buildItemExtraFields(db.dialect, actor) : buildHiddenFieldsJson(resource, actor);
  const object = jsonText(db.dialect, buildRowJson(db.dialect, resource, { additional: extraFields }));
  const { rows } = await sql<{ json: string }>`select ${object} as json from ${sql.table(resource.table)}
    where ${sql.ref(`${resource.table}._id`)} in (${sql.join(ids)})`.execute(db);
  const byId = new Map(rows.map(({ json }) => JSON.parse(json) as WireRow).map((row) => [row._id, row]));
  const pageRows = ids.flatMap((id) => byId.get(id) ?? []);
  const columns = listCurrentColumns(kind);
  const formatCell = await createCellFormatter({ db, actor: actor as Actor }, columns, pageRows);
  const toValues = (row: WireRow): Values =>
    Object.fromEntries(columns.map((column) => [column.key, formatCell(column, row)]));
  return { rows: pageRows.map(toValues), total: Number(countRows[0]?.count) };
}

/** Builds the sort order of the collection's list; ties are sorted by id. */
function buildSortOrder({ sort, allFields, table }: Resource) {
  const name = sort.replace(/^-/, '');
  const field = allFields[name];
  const column = sql.ref(`${table}.${field ? getFieldColumn(name, field) : name}`);
  return sql`${column} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}, ${sql.ref(`${table}._id`)}`;
}

/** Ids that a column of the row references, limited to one of the column's collections. */
function listReferencedIds({ key }: ImportColumn, collection: Collection, row: WireRow): string[] {
  const value = row[key] ?? [];
  if (key === components)
    return (value as Component[]).flatMap(({ itemId, recipeId, unit, alternatives }) => {
      if (collection === 'items') return itemId === null ? alternatives : [itemId, ...alternatives];
      return collection === 'recipes' ? (recipeId ?? []) : unit;
    });
  if (key === conversions)
    return (value as ItemConversion[]).flatMap(({ fromUnit, toUnit }) => [fromUnit, toUnit]);
  return Array.isArray(value) ? (value as string[]) : [String(value)];
}

/**
 * Returns a function that formats cells in import format. References that the user may not read are left as
 * ids.
 *
 * @param createdNames names of rows that don't exist yet
 */
export async function createCellFormatter(
  { db, actor }: { db: ReadContext['db']; actor: Actor },
  columns: readonly ImportColumn[],
  rows: readonly WireRow[],
  createdNames: ReadonlyMap<string, string> = new Map(),
): Promise<(column: ImportColumn, row: WireRow) => unknown> {
  const idsByCollection = new Map<Collection, Set<string>>();
  const references: [ImportColumn, Collection, Set<string>][] = [];
  for (const column of columns) {
    if (column.field.kind === 'picture') continue;
    for (const collection of column.referencedCollections) {
      if (!referenceTables[collection] || !canRead(actor, collection)) continue;
      const ids = idsByCollection.get(collection) ?? new Set();
      idsByCollection.set(collection, ids);
      references.push([column, collection, ids]);
    }
  }
  for await (const row of withEventLoopYields(rows))
    for (const [column, collection, ids] of references)
      for (const id of listReferencedIds(column, collection, row)) ids.add(id);
  const textsByCollection = new Map<Collection, ReadonlyMap<string, string[]>>();
  for (const [collection, ids] of idsByCollection)
    if (ids.size > 0) textsByCollection.set(collection, await loadReferenceTexts(db, collection, [...ids]));
  const getReferenceText = (collection: Collection | null, id: unknown, isInList: boolean): string => {
    const texts = collection ? (textsByCollection.get(collection)?.get(String(id)) ?? []) : [];
    return (
      texts.find((text) => isPlainText(text) && !(isInList && listSeparators.test(text))) ??
      createdNames.get(String(id)) ??
      String(id)
    );
  };
  return ({ key, field }: ImportColumn, row: WireRow): unknown => {
    if (key === rowId) return row._id;
    const value = row[key] ?? null;
    if (value === null) return null;
    if (key === conversions)
      return (value as ItemConversion[]).map((conversion) => ({
        ...conversion,
        fromUnit: getReferenceText('units', conversion.fromUnit, true),
        toUnit: getReferenceText('units', conversion.toUnit, true),
      }));
    if (key === components)
      return (value as Component[]).map((component) => ({
        ...component,
        itemId: component.itemId === null ? null : getReferenceText('items', component.itemId, true),
        recipeId: component.recipeId === null ? null : getReferenceText('recipes', component.recipeId, true),
        unit: component.unit === portion ? portion : getReferenceText('units', component.unit, true),
        alternatives: component.alternatives.map((alternative) =>
          getReferenceText('items', alternative, true),
        ),
      }));
    if (field.kind === 'reference') return getReferenceText(field.refersTo, value, false);
    if (field.kind === 'references')
      return (value as string[]).map((id) => getReferenceText(field.refersTo, id, true));
    return value;
  };
}

const isPlainText = (text: string): boolean => readPlainText(text) === text;

/** Returns an unambiguous text per row. If the codes are unique, only the given rows are read. */
async function loadReferenceTexts(
  db: ReadContext['db'],
  collection: Collection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const code = getCodeField(collection);
  const hasUniqueCode =
    importKinds[collection]?.keys.some((key) => key.length === 1 && key[0] === code) ?? false;
  if (code && hasUniqueCode) {
    const codesById: [string, string][] = [];
    for (const chunk of chunks(ids, 500)) {
      const { rows } = await sql<{ id: string; code: string | null }>`select ${sql.ref('_id')} as id,
        ${sql.ref(code)} as code from ${sql.table(referenceTables[collection] as string)}
        where ${sql.ref('_id')} in (${sql.join(chunk)})`.execute(db);
      for (const row of rows) codesById.push([row.id, row.code ?? '']);
    }
    if (codesById.every(([, text]) => text !== '' && isPlainText(text) && !listSeparators.test(text)))
      return new Map(codesById.map(([id, text]) => [id, [text]]));
  }
  const lookup = await loadLookup(db, collection);
  return new Map(ids.map((id) => [id, lookup.listUniqueTexts(id)]));
}
