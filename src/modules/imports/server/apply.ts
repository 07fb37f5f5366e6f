import { type FieldRefusals, refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import type { ItemConversion } from '#core/conversions.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import { rowEffects, writePreparations } from '#modules/master-data/server/effects.ts';
import { searchText, toColumns, type WireRow } from '#platform/collections/server/store.ts';
import { lockRecipes } from '#modules/recipes/server/recost.ts';
import { createVersions } from '#modules/recipes/server/service.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { changesUnitSetting, type PlannedRow, type ImportPlan } from './plan-types.ts';
import type { Collection } from '#core/permissions.ts';
import { ApiProblem } from '#platform/server/http/problems.ts';
import { findLevelDraftErrors, findPackErrors } from './unit-checks.ts';
import { buildImportProblem } from './refusals.ts';

/** Maximum number of bound values per statement; SQLite allows 32,766. */
const maxValuesPerStatement = 25_000;
/** Maximum number of rows per statement. */
const rowsPerStatement = 100;

/** Writes new and changed rows in bulk. The caller has validated them. */
export async function writePlannedRows(
  tx: Tx,
  resource: Resource,
  drafts: readonly PlannedRow[],
  clock: Clock,
): Promise<void> {
  const [firstDraft] = drafts;
  if (!firstDraft) return;
  const created = drafts.filter(({ before }) => before === null);
  const changed = drafts.filter(({ before }) => before !== null);
  const table = resource.table as keyof Database;
  const size = Math.floor(
    maxValuesPerStatement / Object.keys(toStoredColumns(resource, firstDraft.after)).length,
  );
  await releaseUniqueValues(tx, resource, drafts);
  const prepare = writePreparations[resource.collection];
  if (prepare) for (const { before, after } of drafts) await prepare(tx, before, after);
  const upsert = { key: ['_id'], keep: ['createdAt'] };
  const toColumnValues = ({ after }: PlannedRow) => toStoredColumns(resource, after);
  for await (const chunk of withEventLoopYields(chunks(changed, Math.min(size, rowsPerStatement))))
    await insertRows(tx, table, chunk.map(toColumnValues), upsert);
  // Created rows are written last: they may take a unique value that a changed row gave up.
  for await (const chunk of withEventLoopYields(chunks(created, Math.min(size, rowsPerStatement))))
    await insertRows(tx, table, chunk.map(toColumnValues));
  if (resource.collection === 'items') await writeItemDetails(tx, drafts, clock);
}

/**
 * Clears unique values that move from one changed row to another (swapped codes) before the rows are written.
 */
async function releaseUniqueValues(tx: Tx, resource: Resource, drafts: readonly PlannedRow[]): Promise<void> {
  for (const combination of resource.unique) {
    const field = combination.find(
      (name) => resource.allFields[name]?.storage === 'text' && !resource.allFields[name].refersTo,
    );
    if (field === undefined) continue;
    for (const ids of chunks(await findBlockingRows(combination, drafts), 500)) {
      await sql`update ${sql.table(resource.table)} set ${sql.ref(field)} = ${sql.ref('_id')}
        where ${sql.ref('_id')} in (${sql.join(ids)})`.execute(tx);
    }
  }
}

/**
 * Returns the ids of rows whose previous unique values are assigned to different rows. Null values don't
 * conflict.
 */
async function findBlockingRows(
  combination: readonly string[],
  drafts: readonly PlannedRow[],
): Promise<string[]> {
  const getKey = (row: WireRow) => {
    const values = combination.map((name) => row[name] ?? null);
    return values.includes(null) ? null : JSON.stringify(values);
  };
  const changed = drafts.flatMap(({ before }) => before ?? []);
  if (changed.length === 0) return [];
  const claimedKeys = new Map<string, string>();
  for await (const { after } of withEventLoopYields(drafts)) {
    const key = getKey(after);
    if (key !== null) claimedKeys.set(key, after._id);
  }
  const ids: string[] = [];
  for await (const before of withEventLoopYields(changed)) {
    const other = claimedKeys.get(getKey(before) ?? '');
    if (other !== undefined && other !== before._id) ids.push(before._id);
  }
  return ids;
}

/**
 * Whether a row takes over a unique value that another row gives up, so that both must be written in one
 * transaction.
 */
export async function reassignsUniqueValues(
  resource: Resource,
  drafts: readonly PlannedRow[],
): Promise<boolean> {
  for (const combination of resource.unique)
    if ((await findBlockingRows(combination, drafts)).length > 0) return true;
  const ownersByBarcode = new Map<string, string>();
  for (const { after } of drafts) for (const code of barcodesOf(after)) ownersByBarcode.set(code, after._id);
  return drafts.some(({ before }) =>
    barcodesOf(before).some((code) => (ownersByBarcode.get(code) ?? before?._id) !== before?._id),
  );
}

const barcodesOf = (row: WireRow | null): string[] =>
  (row?.['barcodes'] as string[] | null | undefined) ?? [];

interface Clock {
  now(): Date;
}

function toStoredColumns(resource: Resource, row: WireRow): Record<string, unknown> {
  return {
    _id: row._id,
    createdAt: row['createdAt'],
    updatedAt: row['updatedAt'],
    version: row.version,
    isActive: Number(row.isActive),
    ...(resource.isNamed && { search: searchText(resource, row) }),
    ...toColumns(resource, row),
  };
}

/** Replaces the barcodes and conversions of items, which are in separate tables. */
async function writeItemDetails(tx: Tx, drafts: readonly PlannedRow[], clock: Clock): Promise<void> {
  for await (const chunk of withEventLoopYields(chunks(drafts, rowsPerStatement))) {
    const findChanged = (field: string) =>
      chunk.filter(({ before, after }) => !isSameList(before?.[field], after[field]));
    const withBarcodes = findChanged('barcodes');
    await deleteItemDetails(tx, 'itemBarcodes', withBarcodes);
    const withConversions = findChanged('conversions');
    await deleteItemDetails(tx, 'itemConversions', withConversions);
    const conversions = withConversions.flatMap(({ after }) =>
      ((after['conversions'] as ItemConversion[] | undefined) ?? []).map(
        ({ fromUnit, toUnit, num, den }) => ({
          _id: newId(clock),
          createdAt: String(after['updatedAt']),
          updatedAt: String(after['updatedAt']),
          version: 1,
          isActive: 1 as const,
          itemId: after._id,
          fromUnit,
          toUnit,
          num,
          den,
        }),
      ),
    );
    for (const rows of chunks(conversions, 500)) await insertRows(tx, 'itemConversions', rows);
  }
  // Barcodes are inserted last, because an item may use one that a different item had before.
  for await (const chunk of withEventLoopYields(chunks(drafts, rowsPerStatement))) {
    const barcodes = chunk
      .filter(({ before, after }) => !isSameList(before?.['barcodes'], after['barcodes']))
      .flatMap(({ after }) => barcodesOf(after).map((barcode) => ({ barcode, itemId: after._id })));
    for (const rows of chunks(barcodes, 500)) await insertRows(tx, 'itemBarcodes', rows);
  }
}

const isSameList = (a: unknown, b: unknown) => JSON.stringify(a ?? []) === JSON.stringify(b ?? []);

async function deleteItemDetails(
  tx: Tx,
  table: 'itemBarcodes' | 'itemConversions',
  drafts: readonly PlannedRow[],
): Promise<void> {
  const ids = drafts.filter(({ before }) => before !== null).map(({ after }) => after._id);
  if (ids.length > 0) await tx.deleteFrom(table).where('itemId', 'in', ids).execute();
}

type RefusedRows = Map<PlannedRow, FieldRefusals>;

/** Checks of collections whose rules can be evaluated for thousands of rows with a few queries. */
const batchChecks: Partial<
  Record<Collection, (tx: Tx, drafts: readonly PlannedRow[]) => Promise<RefusedRows>>
> = {
  packagings: findPackErrors,
  'item-levels': findLevelDraftErrors,
};

/** Side effects that run once for all rows of a file. */
const batchEffects: typeof batchChecks = { recipes: createVersions };

/** The only field whose change triggers the side effects of a collection. */
const triggerFields: Partial<Record<Collection, string>> = { suppliers: 'currency' };

/**
 * Returns whether writing these rows has side effects, or requires checking rules against data other than the
 * rows.
 */
export function hasSideEffects(
  { collection }: Resource,
  rows: readonly { before: WireRow | null; after: WireRow | null }[],
): boolean {
  if (collection in batchEffects) return true;
  if (collection in batchChecks || rowEffects[collection] === undefined) return false;
  const field = triggerFields[collection];
  return (
    field === undefined || rows.some(({ before, after }) => before && after && before[field] !== after[field])
  );
}

/** Locks all recipes before the rows to be written are read, since new versions depend on other recipes. */
export async function lockRecipeVersions(tx: Tx, { collection }: Resource): Promise<void> {
  if (collection === 'recipes') await lockRecipes(tx);
}

/**
 * Runs the side effects of a collection after its rows have been written. Returns the errors of rejected rows
 * by field.
 */
export async function applySideEffects(
  tx: Tx,
  resource: Resource,
  drafts: readonly PlannedRow[],
): Promise<RefusedRows> {
  const batchAction = batchChecks[resource.collection] ?? batchEffects[resource.collection];
  if (batchAction) return batchAction(tx, drafts);
  const refusedRows: RefusedRows = new Map();
  const effect = rowEffects[resource.collection];
  if (!effect) return refusedRows;
  for (const draft of drafts) {
    try {
      await effect(tx, draft.before, draft.after);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      // An error that concerns the whole row is reported on its first field.
      refusedRows.set(
        draft,
        error.options.fields ?? { [Object.keys(resource.allFields)[0] ?? '']: error.refusal },
      );
    }
  }
  return refusedRows;
}

/**
 * Maximum number of rows in an import that requires a single transaction, since other writers must wait for
 * it.
 */
export const maxRowsInOneTransaction = 500;

/**
 * Returns whether an import must be written in one transaction, because a single step could leave
 * inconsistent data or conflict with concurrent changes. This applies to locations with stock, currencies,
 * changed base units, and unique values that are moved between rows.
 */
export async function needsOneTransaction({ drafts }: Pick<ImportPlan, 'drafts'>): Promise<boolean> {
  for (const [resource, group] of Map.groupBy(drafts, (draft) => draft.resource))
    if (
      hasSideEffects(resource, group) ||
      group.some(changesUnitSetting) ||
      (await reassignsUniqueValues(resource, group))
    )
      return true;
  return false;
}

/**
 * Rejects (422) an import that requires a single transaction and has too many rows, since other writers would
 * have to wait too long.
 */
export async function assertFitsOneTransaction({ drafts, outcomes }: ImportPlan): Promise<void> {
  // Rows with errors aren't imported; they are corrected or skipped.
  const validDrafts = drafts.filter(({ row }) => outcomes.get(row) !== 'invalid');
  const rows = new Set(validDrafts.map(({ row }) => row)).size;
  if (rows > maxRowsInOneTransaction && (await needsOneTransaction({ drafts: validDrafts })))
    throw buildImportProblem('VALIDATION', refusal('too-many-at-once', { n: maxRowsInOneTransaction }));
}
