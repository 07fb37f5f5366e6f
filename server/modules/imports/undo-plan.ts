import { items } from '#contract/items.ts';
import type { Resource } from '#contract/resources/define-resource.ts';
import type { PostedMove } from '#domain/stock/postings.ts';
import type { ImportChangeRow } from '../../db/tables.ts';
import type { Queryable } from '../../db/types.ts';
import type { WireRow } from '../master-data/store.ts';
import { hasEffects, passesOn } from './apply.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';
import { changesMeasure, type PlannedRow } from './plan-types.ts';
import { openingsOfStep, rowsOfStep } from './steps.ts';
import {
  type Hindrance,
  hindranceOf,
  lookAtRows,
  madeBy,
  movedSince,
  refuseUndo,
  resourceCalled,
  restoredRow,
} from './undo.ts';

/** What one transaction takes back: rows by their place in the import, or stock by its place in the ledger. */
export interface Part {
  rows?: { collection: string; positions: number[] };
  stock?: { seqs: number[] };
}

/**
 * Looks at all that is to be taken back outside of any transaction. Answers what each step takes; null where it has to
 * go at once. Throws 409 with what is in the way.
 */
export async function lookAhead(
  ctx: { db: Queryable; now: Date },
  changes: readonly ImportChangeRow[],
  moves: readonly PostedMove[],
): Promise<Part[] | null> {
  const gone = madeBy(changes);
  const parts: Part[] = [];
  let isForSteps = true;
  for (const [collection, some] of Map.groupBy(changes, (change) => change.collection)) {
    const resource = resourceCalled(collection);
    const { now, inTheWay } = await lookAtRows(
      { db: ctx.db, at: ctx.now.toISOString() },
      resource,
      some,
      gone,
    );
    const rows = some.map(({ rowId, before }) => ({
      before: now.get(rowId) ?? null,
      after: before === null ? null : (JSON.parse(before) as WireRow),
    }));
    if (hasEffects(resource, rows)) return null;
    for (const one of inTheWay.values()) throw refuseUndo(one);
    const together = (await leavesSound(resource, some, now)) ? await stepsOf(resource, some, now) : null;
    isForSteps &&= together !== null;
    for (const step of together ?? [])
      parts.push({ rows: { collection, positions: step.map(({ position }) => Number(position)) } });
  }
  for (const one of (await movedSince(ctx.db, moves)).values()) throw refuseUndo(one);
  for (const one of (await heldForOrders(ctx.db, moves)).values()) throw refuseUndo(one);
  for (const some of chunks(moves, openingsOfStep))
    parts.push({ stock: { seqs: some.map(({ seq }) => seq) } });
  return isForSteps ? parts : null;
}

/** Whether each step leaves what is sound: base units are fixed by orders, and what one row gets back another gives up. */
async function leavesSound(
  resource: Resource,
  changes: readonly ImportChangeRow[],
  now: ReadonlyMap<string, WireRow>,
): Promise<boolean> {
  const drafts: (PlannedRow & { before: WireRow })[] = [];
  for await (const change of withEventLoopYields(changes)) {
    const before = now.get(change.rowId) as WireRow;
    // One that goes gives up all it has.
    const after = restoredRow(change, before, '') ?? { _id: before._id, version: 0, isActive: false };
    drafts.push({ row: 0, resource, before, after, columnOf: (field: string) => field });
  }
  const restored = drafts.filter(({ after }) => after.version > 0);
  return !restored.some(changesMeasure) && !(await passesOn(resource, drafts));
}

/**
 * The rows of each step. Rows that go and refer to one another go in one, so that none is left that refers to one that
 * went; null where those are too many.
 */
async function stepsOf(
  resource: Resource,
  changes: readonly ImportChangeRow[],
  now: ReadonlyMap<string, WireRow>,
): Promise<ImportChangeRow[][] | null> {
  const own = Object.entries(resource.allFields).flatMap(([name, { refersTo }]) =>
    refersTo === resource.collection ? [name] : [],
  );
  const made = madeBy(changes);
  const groupOf = new Map<string, Set<string>>();
  for await (const id of withEventLoopYields(made)) {
    const row = now.get(id) as WireRow;
    const others = own.flatMap((name) => [row[name] ?? []].flat() as string[]).filter((one) => made.has(one));
    const merged = new Set([id, ...others].flatMap((one) => [...(groupOf.get(one) ?? [one])]));
    if (merged.size > rowsOfStep) return null;
    if (merged.size > 1) for (const one of merged) groupOf.set(one, merged);
  }
  const byGroup = Map.groupBy(changes, ({ rowId }) => groupOf.get(rowId) ?? rowId);
  const steps: ImportChangeRow[][] = [];
  for (const some of byGroup.values()) {
    const last = steps.at(-1);
    if (last && last.length + some.length <= rowsOfStep) last.push(...some);
    else steps.push([...some]);
  }
  return steps;
}

/** Openings that orders hold by now, so that the place cannot give them back. */
export async function heldForOrders(
  db: Queryable,
  moves: readonly PostedMove[],
): Promise<Map<number, Hindrance>> {
  const inTheWay = new Map<number, Hindrance>();
  const seqs = new Map(moves.map(({ toPlace, itemId, seq }) => [`${toPlace} ${itemId}`, Number(seq)]));
  for await (const some of withEventLoopYields(
    chunks([...new Set(moves.map(({ itemId }) => itemId))], 500),
  )) {
    const rows = await db
      .selectFrom('balances')
      .innerJoin('items', 'items._id', 'balances.itemId')
      .select(['balances.itemId', 'placeId', 'items.name'])
      .where('balances.itemId', 'in', some)
      .where('reservedMicro', '>', 0)
      .execute();
    for (const { itemId, placeId, name } of rows) {
      const seq = seqs.get(`${placeId} ${itemId}`);
      if (seq === undefined) continue;
      const { reason, params } = hindranceOf('used', items, { name });
      inTheWay.set(seq, { reason, params: { ...params, by: 'orders' } });
    }
  }
  return inTheWay;
}
