import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import type { LevelsChange } from '../input.ts';
import { itemLevels } from '../collection.ts';
import { joinJson, jsonText } from '#platform/server/db/json-sql.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { ApiProblem, invalid, problemStatus } from '#platform/server/http/problems.ts';
import { checkRow } from '#platform/collections/server/check-row.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import { findLevelRefusals, loadLevelUnits } from './level-units.ts';
import { assertInScope } from '#platform/collections/server/scope.ts';
import { buildRowJson, toColumns, type WireRow } from '#platform/collections/server/store.ts';
import type { NewRow } from '#platform/server/db/tables.ts';

type RequestedLevel = LevelsChange['rows'][number];

/** An item's levels before and after; `before` is null for new ones. */
interface LevelStep {
  index: number;
  before: WireRow | null;
  after: WireRow;
  requested: RequestedLevel;
}

/** Maximum rows per statement on either engine. */
const rowsPerStatement = 500;

/**
 * Saves the levels of many items at one branch, all or nothing. Omitted rows and fields are left unchanged;
 * an item without levels gets a row.
 *
 * @throws ApiProblem 403 for a different branch, 422 and 412 by row (`rows.3.par`).
 *
 * @returns the number of changed and created rows
 */
export async function saveItemLevels(ctx: WriteContext, { branchId, rows }: LevelsChange): Promise<number> {
  assertInScope(itemLevels, ctx.actor, { branchId });
  await assertKnownRows(ctx.db, branchId, rows);
  const levels = await lockLevels(ctx, branchId);
  const at = ctx.now.toISOString();
  const steps = rows.map((requested, index): LevelStep => {
    const before = levels.get(requested.itemId) ?? null;
    return {
      index,
      before,
      after: applyChange(ctx, before ?? createEmptyLevels(branchId, at), requested),
      requested,
    };
  });
  assertValidLevels(
    steps,
    await loadLevelUnits(
      ctx.db,
      rows.map(({ itemId }) => itemId),
    ),
  );
  assertCurrentVersions(steps);
  const created = steps.filter(({ before }) => before === null);
  const edited = steps.filter(({ before, after }) => before !== null && hasChanged(before, after));
  await writeLevels(ctx.db, created);
  await writeLevels(ctx.db, edited);
  for (const { before, after } of [...created, ...edited]) {
    const change = before ? { action: 'edit' as const, before } : { action: 'create' as const };
    await ctx.audit({ ...change, entity: 'item-levels', id: after._id, after });
  }
  const locations = { branches: [branchId], kitchens: [branchId] };
  ctx.emit({ collection: 'item-levels', id: branchId, change: 'changed', ...locations });
  return created.length + edited.length;
}

function createEmptyLevels(branchId: string, at: string): WireRow {
  const fields = Object.entries(itemLevels.allFields).map(([name, { initial }]) => [name, initial]);
  const common = { _id: '', createdAt: at, updatedAt: at, version: 0, isActive: true };
  return { ...common, ...Object.fromEntries(fields), branchId };
}

function applyChange(
  ctx: WriteContext,
  before: WireRow,
  { version: _, ...requested }: RequestedLevel,
): WireRow {
  const values = Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...values,
    _id: before._id || newId(ctx.services.clock),
    isActive: true,
    version: before.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
}

const comparedFields = [...Object.keys(itemLevels.allFields), 'isActive'];

function hasChanged(before: WireRow, after: WireRow): boolean {
  return comparedFields.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

async function assertKnownRows(tx: Tx, branchId: string, rows: readonly RequestedLevel[]): Promise<void> {
  const fields: Record<string, Refusal> = {};
  const branch = await tx.selectFrom('branches').select('_id').where('_id', '=', branchId).executeTakeFirst();
  if (!branch) fields['branchId'] = refusal('no-such-branch');
  const items = new Set((await tx.selectFrom('items').select('_id').execute()).map(({ _id }) => _id));
  const itemIds = new Set<string>();
  for (const [index, { itemId }] of rows.entries()) {
    if (!items.has(itemId)) fields[`rows.${index}.itemId`] = refusal('no-such-item');
    else if (itemIds.has(itemId)) fields[`rows.${index}.itemId`] = refusal('item-in-row');
    itemIds.add(itemId);
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Loads and locks the branch's levels by item. */
async function lockLevels(ctx: WriteContext, branchId: string): Promise<Map<string, WireRow>> {
  const { db } = ctx;
  const { dialect } = db;
  const fromBranch = sql`from ${sql.table(itemLevels.table)} where ${sql.ref('branchId')} = ${branchId}`;
  if (dialect === 'postgres')
    await sql`select 1 ${fromBranch} order by ${sql.ref('_id')} for update`.execute(db);
  const object = jsonText(dialect, buildRowJson(dialect, itemLevels));
  const { rows } = await sql<{ json: string }>`select ${object} as json ${fromBranch}`.execute(db);
  const levels = JSON.parse(joinJson(rows)) as WireRow[];
  return new Map(levels.map((level) => [String(level['itemId']), level]));
}

function assertValidLevels(
  steps: readonly LevelStep[],
  getUnits: Awaited<ReturnType<typeof loadLevelUnits>>,
): void {
  const fields: Record<string, Refusal> = {};
  for (const { index, before, after, requested } of steps) {
    const units = getUnits(requested.itemId);
    const refusals = {
      ...(units && findLevelRefusals(before, after, units)),
      ...checkRow(itemLevels, after),
    };
    for (const [name, reason] of Object.entries(refusals)) fields[`rows.${index}.${name}`] = reason;
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function assertCurrentVersions(steps: readonly LevelStep[]): void {
  const outdated = steps.filter(
    ({ before, requested }) =>
      requested.version !== undefined && requested.version !== (before?.version ?? 0),
  );
  if (outdated.length === 0) return;
  const reason = refusal('changed-by-someone-else');
  const fields = Object.fromEntries(outdated.map(({ index }) => [`rows.${index}.version`, reason]));
  const details = {
    current: outdated.map(({ before, requested }) => before ?? { itemId: requested.itemId, version: 0 }),
  };
  throw new ApiProblem(problemStatus.STALE_VERSION, 'STALE_VERSION', reason, { fields, details });
}

async function writeLevels(tx: Tx, steps: readonly LevelStep[]): Promise<void> {
  const rows = steps.map(
    ({ after }) =>
      ({
        _id: after._id,
        createdAt: after['createdAt'],
        updatedAt: after['updatedAt'],
        version: after.version,
        isActive: 1,
        ...toColumns(itemLevels, after),
      }) as NewRow<'itemLevels'>,
  );
  for (let offset = 0; offset < rows.length; offset += rowsPerStatement) {
    await insertRows(tx, 'itemLevels', rows.slice(offset, offset + rowsPerStatement), {
      key: ['_id'],
      keep: ['createdAt', 'itemId', 'branchId'],
    });
  }
}
