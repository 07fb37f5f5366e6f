import { type FieldRefusals, refusal } from '#domain/refusals/refusal.ts';
import { sql } from 'kysely';
import type { ItemConversion } from '#contract/item-bodies.ts';
import type { Resource } from '#contract/resources/define-resource.ts';
import { insertRows } from '../../db/statements.ts';
import type { Database } from '../../db/tables.ts';
import type { Tx } from '../../db/types.ts';
import { newId } from '../../ids.ts';
import { rowEffects, writePreparations } from '../master-data/effects.ts';
import { searchText, toColumns, type WireRow } from '../master-data/store.ts';
import { lockRecipes } from '../recipes/recost.ts';
import { createVersions } from '../recipes/service.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';
import { changesMeasure, type PlannedRow, type ImportPlan } from './plan-types.ts';
import type { Collection } from '#domain/permissions.ts';
import { ApiProblem } from '../../http/problems.ts';
import { findLevelFaults, findPackFaults } from './unit-checks.ts';
import { importProblem } from './refusals.ts';

/** Values of one statement: SQLite takes 32,766. */
const maxValuesPerStatement = 25_000;
/** Rows of one statement. */
const rowsPerStatement = 100;

/** Writes rows as they are to be, new and changed ones, hundreds in one statement. Rules were asked before. */
export async function writePlannedRows(
  tx: Tx,
  resource: Resource,
  drafts: readonly PlannedRow[],
  clock: Clock,
): Promise<void> {
  const [first] = drafts;
  if (!first) return;
  const made = drafts.filter(({ before }) => before === null);
  const changed = drafts.filter(({ before }) => before !== null);
  const table = resource.table as keyof Database;
  const size = Math.floor(maxValuesPerStatement / Object.keys(columnsOf(resource, first.after)).length);
  await releaseUniqueValues(tx, resource, drafts);
  const prepare = writePreparations[resource.collection];
  if (prepare) for (const { before, after } of drafts) await prepare(tx, before, after);
  const replacing = { key: ['_id'], keep: ['createdAt'] };
  const columns = ({ after }: PlannedRow) => columnsOf(resource, after);
  for await (const some of withEventLoopYields(chunks(changed, Math.min(size, rowsPerStatement))))
    await insertRows(tx, table, some.map(columns), replacing);
  // After them: a new row may take what a changed one gave up.
  for await (const some of withEventLoopYields(chunks(made, Math.min(size, rowsPerStatement))))
    await insertRows(tx, table, some.map(columns));
  if (resource.collection === 'items') await writeItemDetails(tx, drafts, clock);
}

/** Rows that take over what another changed row gives up (codes changed round) let go of it first. */
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

/** Rows that have what another is to have; nothing is shared by two that have none. */
async function findBlockingRows(
  combination: readonly string[],
  drafts: readonly PlannedRow[],
): Promise<string[]> {
  const keyOf = (row: WireRow) => {
    const values = combination.map((name) => row[name] ?? null);
    return values.includes(null) ? null : JSON.stringify(values);
  };
  const changed = drafts.flatMap(({ before }) => before ?? []);
  if (changed.length === 0) return [];
  const wanted = new Map<string, string>();
  for await (const { after } of withEventLoopYields(drafts)) {
    const key = keyOf(after);
    if (key !== null) wanted.set(key, after._id);
  }
  const ids: string[] = [];
  for await (const before of withEventLoopYields(changed)) {
    const other = wanted.get(keyOf(before) ?? '');
    if (other !== undefined && other !== before._id) ids.push(before._id);
  }
  return ids;
}

/** Whether one row is to have what another gives up, so that both have to be written at once. */
export async function reassignsUniqueValues(
  resource: Resource,
  drafts: readonly PlannedRow[],
): Promise<boolean> {
  for (const combination of resource.unique)
    if ((await findBlockingRows(combination, drafts)).length > 0) return true;
  const ownerOf = new Map<string, string>();
  for (const { after } of drafts) for (const code of barcodesOf(after)) ownerOf.set(code, after._id);
  return drafts.some(({ before }) =>
    barcodesOf(before).some((code) => (ownerOf.get(code) ?? before?._id) !== before?._id),
  );
}

const barcodesOf = (row: WireRow | null): string[] =>
  (row?.['barcodes'] as string[] | null | undefined) ?? [];

interface Clock {
  now(): Date;
}

function columnsOf(resource: Resource, row: WireRow): Record<string, unknown> {
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

/** Barcodes and conversions stand in tables of their own; what an item has there is replaced as a whole. */
async function writeItemDetails(tx: Tx, drafts: readonly PlannedRow[], clock: Clock): Promise<void> {
  for await (const some of withEventLoopYields(chunks(drafts, rowsPerStatement))) {
    const differs = (field: string) =>
      some.filter(({ before, after }) => !isSame(before?.[field], after[field]));
    const withBarcodes = differs('barcodes');
    await deleteItemDetails(tx, 'itemBarcodes', withBarcodes);
    const withConversions = differs('conversions');
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
  // After all: an item may take a barcode that another gave up.
  for await (const some of withEventLoopYields(chunks(drafts, rowsPerStatement))) {
    const barcodes = some
      .filter(({ before, after }) => !isSame(before?.['barcodes'], after['barcodes']))
      .flatMap(({ after }) => barcodesOf(after).map((barcode) => ({ barcode, itemId: after._id })));
    for (const rows of chunks(barcodes, 500)) await insertRows(tx, 'itemBarcodes', rows);
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? []) === JSON.stringify(b ?? []);

async function deleteItemDetails(
  tx: Tx,
  table: 'itemBarcodes' | 'itemConversions',
  drafts: readonly PlannedRow[],
): Promise<void> {
  const ids = drafts.filter(({ before }) => before !== null).map(({ after }) => after._id);
  if (ids.length > 0) await tx.deleteFrom(table).where('itemId', 'in', ids).execute();
}

type RefusedRows = Map<PlannedRow, FieldRefusals>;

/** The rules of these collections are checked for thousands of rows by a few queries. */
const batchChecks: Partial<
  Record<Collection, (tx: Tx, drafts: readonly PlannedRow[]) => Promise<RefusedRows>>
> = {
  packagings: findPackFaults,
  'item-levels': findLevelFaults,
};

/** What these collections do besides keeping their rows, for all that a file writes of them at once. */
const batchEffects: typeof batchChecks = { recipes: createVersions };

/** Effects that only rows ask for whose value in this field becomes another. */
const triggerFields: Partial<Record<Collection, string>> = { suppliers: 'currency' };

/** Whether writing these rows of a collection does or asks for more than a check of the rows alone can know. */
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

/** Before rows of a collection are looked at that are to be written: whoever makes a version of a recipe holds all of them. */
export async function lockRecipeVersions(tx: Tx, { collection }: Resource): Promise<void> {
  if (collection === 'recipes') await lockRecipes(tx);
}

/** Does what a collection does besides keeping its rows, which are written already. Answers what is refused, by field. */
export async function applySideEffects(
  tx: Tx,
  resource: Resource,
  drafts: readonly PlannedRow[],
): Promise<RefusedRows> {
  const ofAll = batchChecks[resource.collection] ?? batchEffects[resource.collection];
  if (ofAll) return ofAll(tx, drafts);
  const refused: RefusedRows = new Map();
  const effect = rowEffects[resource.collection];
  if (!effect) return refused;
  for (const draft of drafts) {
    try {
      await effect(tx, draft.before, draft.after);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      // A refusal of the whole row stands at its first field.
      refused.set(
        draft,
        error.options.fields ?? { [Object.keys(resource.allFields)[0] ?? '']: error.refusal },
      );
    }
  }
  return refused;
}

/** Rows of an import that can only be written in one transaction, which others wait for. */
export const maxRowsInOneTransaction = 500;

/**
 * Whether an import can only be written in one transaction: a step of it alone might leave what is not sound, or somebody
 * else's work might come in the way of a later one. Places with stock and currencies are made by their own rules, base
 * units are fixed by orders, and what one row passes on to another is written with it.
 */
export async function needsOneTransaction({ drafts }: Pick<ImportPlan, 'drafts'>): Promise<boolean> {
  for (const [resource, some] of Map.groupBy(drafts, (draft) => draft.resource))
    if (
      hasSideEffects(resource, some) ||
      some.some(changesMeasure) ||
      (await reassignsUniqueValues(resource, some))
    )
      return true;
  return false;
}

/** Others wait for one transaction: 422 where such an import has more rows than they would not notice. */
export async function assertFitsOneTransaction({ drafts, outcomes }: ImportPlan): Promise<void> {
  // Only rows without faults are planned; the others are corrected first, or left out.
  const sound = drafts.filter(({ row }) => outcomes.get(row) !== 'faulty');
  const rows = new Set(sound.map(({ row }) => row)).size;
  if (rows > maxRowsInOneTransaction && (await needsOneTransaction({ drafts: sound })))
    throw importProblem('VALIDATION', refusal('too-many-at-once', { n: maxRowsInOneTransaction }));
}
