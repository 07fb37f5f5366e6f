import type { Selectable } from 'kysely';
import type { WastageInput } from '../input.ts';
import { type Posting, postingsForWastage, buildReversal } from '#modules/stock/postings.ts';
import type { WastageStatus } from '../wastage-rules.ts';
import { wastageLifecycle, type WastageVerb } from '../lifecycle.ts';
import { type DocumentHandlers, removeDocument } from '#platform/documents/server/transitions.ts';
import { appendHistory } from '#platform/documents/server/history.ts';
import { documentEvent, nextNumber } from '#platform/documents/server/numbering-and-events.ts';
import { wastageDocument } from './definition.ts';
import type { WastageRow } from '#platform/server/db/tables.ts';
import { forbidden, problem } from '#platform/server/http/problems.ts';
import type { WastageChange } from '#platform/server/http/services.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { newDocumentHead } from '#platform/documents/server/write.ts';
import { removeAttachments } from '#modules/attachments/server/store.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { draftWastage } from './draft.ts';
import { type LoadedWastage, parseWastageLots, wastageStore } from './rows.ts';

type Row = Selectable<WastageRow>;
type Check = () => Promise<void>;

/** Waste-specific effects of deletion. */
const wastageKind: DocumentHandlers<LoadedWastage> = {
  store: wastageStore,
  onRemove: (ctx, { head }) => removeAttachments(ctx.tx, 'wastage', head._id),
  auditSnapshot: ({ head }) => auditedFields(head),
  deletedEvent: 'delete',
};

/**
 * Creates a waste record, posted at once or as a draft without stock changes.
 *
 * @throws ApiProblem 403, 422, 409 INSUFFICIENT_STOCK.
 */
export async function createWastage(ctx: CommandContext, input: WastageInput): Promise<LoadedWastage> {
  const described = await draftWastage(ctx, input);
  const row: Row = {
    ...described,
    ...newDocumentHead(ctx, input.status ?? 'Posted'),
    number: await nextNumber(ctx.tx, wastageDocument, ctx.now),
    costE4: 0,
    cycle: 0,
  };
  if (row.status === 'Posted') row.costE4 = await postWaste(ctx, row, []);
  await ctx.tx.insertInto('wastage').values(row).execute();
  await recordChange(ctx, row, 'create');
  return wastageStore.read(ctx.tx, ctx.actor, row._id);
}

/** Replaces a record. A posted one is reversed and posted again if its stock effect changes. */
export async function replaceWastage(
  ctx: CommandContext,
  { head: before }: LoadedWastage,
  input: WastageInput,
  check: Check,
): Promise<LoadedWastage> {
  const status = input.status ?? 'Posted';
  assertTransition(ctx, before, status);
  // A correction of a posted record keeps its time unless a new one is given.
  const dateTime = input.dateTime ?? (before.status === 'Posted' ? before.dateTime : undefined);
  const described = await draftWastage(
    ctx,
    {
      ...input,
      branch: input.branch ?? before.branch,
      ...(dateTime !== undefined && { dateTime }),
    },
    before,
  );
  await check();
  const { branchName, branchNameAlt, itemNameAlt, ...unchanged } = before;
  const row: Row = {
    ...unchanged,
    ...described,
    status,
    version: before.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
  if (status === 'Posted' && (before.status !== 'Posted' || differsInStock(before, row))) {
    const reversals = before.status === 'Posted' ? await buildReversals(ctx, before) : [];
    row.cycle = before.cycle + 1;
    row.costE4 = await postWaste(ctx, row, reversals);
  }
  const { _id, createdAt, number, userId, userName, ...changing } = row;
  await ctx.tx.updateTable('wastage').set(changing).where('_id', '=', _id).execute();
  await recordChange(ctx, row, 'edit', before);
  return wastageStore.read(ctx.tx, ctx.actor, _id);
}

/** Deletes a draft, or reverses a posted record. A reversed record stays as it is. */
export async function removeWastage(ctx: CommandContext, loaded: LoadedWastage, check: Check): Promise<void> {
  const { head: before } = loaded;
  if (before.status === 'Reversed') return;
  if (before.status !== 'Posted') {
    await check();
    return removeDocument(ctx, wastageKind, loaded);
  }
  assertTransition(ctx, before, 'Reversed');
  await check();
  const now = ctx.now.toISOString();
  const postings = await buildReversals(ctx, before);
  // Edits reverse too, so every reversal starts a new cycle.
  const cycle = before.cycle + 1;
  const { number: docNo } = before;
  await postStockChange(ctx.tx, { postings }, { userId: ctx.actor._id, now, cycle, docNo, emit: ctx.emit });
  const reversed = { status: 'Reversed', version: before.version + 1, updatedAt: now, cycle };
  await ctx.tx.updateTable('wastage').set(reversed).where('_id', '=', before._id).execute();
  await recordChange(ctx, { ...before, ...reversed }, 'reverse', before);
}

/** Posts a record after reversing the one it replaces. Returns its cost. */
async function postWaste(ctx: CommandContext, row: Row, reversals: readonly Posting[]): Promise<number> {
  const postings = [...reversals, ...postingsForWastage({ ...row, lots: parseWastageLots(row) })];
  const { posted } = await postStockChange(
    ctx.tx,
    { postings },
    {
      userId: ctx.actor._id,
      now: row.updatedAt,
      effectiveAt: row.dateTime,
      cycle: row.cycle,
      docNo: row.number,
      emit: ctx.emit,
    },
  );
  return posted.slice(reversals.length).reduce((sum, { valueE4 }) => sum + valueE4, 0);
}

/** Builds the reversal of a record at its original effective time. */
async function buildReversals(ctx: CommandContext, row: Row): Promise<Posting[]> {
  const moves = await ctx.tx
    .selectFrom('stockMoves')
    .selectAll()
    .where('docId', '=', row._id)
    .where('kind', '=', 'waste')
    .where('cycle', '=', row.cycle)
    .execute();
  return moves.map((move) => ({ ...buildReversal(move), effectiveAt: move.effectiveAt }));
}

/** Asserts that the lifecycle allows the change; the same status again is an edit. */
function assertTransition(ctx: CommandContext, row: Row, to: WastageStatus): void {
  const { status, branch } = row;
  const decision = wastageLifecycle.decideTransition(
    { status: status as WastageStatus, branch },
    ctx.actor,
    to,
  );
  if (decision.ok) return;
  throw decision.code === 'ILLEGAL_TRANSITION'
    ? problem('NOT_EDITABLE', decision.why)
    : forbidden(decision.why);
}

function differsInStock(before: Row, after: Row): boolean {
  const decisive = [
    'branch',
    'dateTime',
    'item',
    'qtyMicro',
    'unitNum',
    'unitDen',
    'lot',
    'lots',
    'reason',
    'pieces',
  ] as const;
  return decisive.some((field) => before[field] !== after[field]);
}

const auditedFields = ({ item, qtyMicro, unitSymbol, reason, status }: Row) => ({
  item,
  qtyMicro,
  unitSymbol,
  reason,
  status,
});

const historyVerb = (from: string, to: string): WastageVerb | 'edit' => {
  if (from === to) return 'edit';
  return to === 'Reversed' ? 'take back' : 'post';
};

/** `row` is the record after the change. */
async function recordChange(
  ctx: CommandContext,
  row: Row,
  action: WastageChange,
  before?: Row,
): Promise<void> {
  const { status: to } = row;
  const step = before
    ? { from: before.status, to, verb: historyVerb(before.status, to) }
    : { from: null, to };
  await appendHistory(ctx, wastageDocument, row._id, [step]);
  await ctx.audit({
    action,
    entity: 'wastage',
    id: row._id,
    ...(before && { before: auditedFields(before) }),
    ...((action === 'create' || action === 'edit') && { after: auditedFields(row) }),
  });
  // A record moved to another branch is reported at both.
  const places = [...new Set([row.branch, before?.branch ?? row.branch])];
  ctx.emit({ ...documentEvent(wastageDocument, row, action), branches: places, kitchens: places });
  // A draft doesn't change stock.
  if (to !== 'Draft') ctx.emit(stockEvent(row._id, places, places));
}
