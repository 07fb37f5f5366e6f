import type { WastageInput } from '../input.ts';
import { type Posting, buildWastagePostings, buildReversal } from '#modules/stock/postings.ts';
import type { WastageStatus } from '../wastage-rules.ts';
import { wastageLifecycle } from '../lifecycle.ts';
import { type DocumentHandlers, removeDocument } from '#platform/documents/server/transitions.ts';
import { documentEvent, takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import { wastageDocument } from './definition.ts';
import { forbidden, problem } from '#platform/server/http/problems.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { insertDocument, newDocumentHeader, saveEdit } from '#platform/documents/server/write.ts';
import { removeAttachments } from '#modules/attachments/server/store.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { draftWastage } from './draft.ts';
import { type LoadedWastage, parseWastageLots, type WastageRecord, wastageStore } from './rows.ts';

type Check = () => Promise<void>;

/** Waste-specific effects of deletion. */
const wastageHandlers: DocumentHandlers<LoadedWastage> = {
  store: wastageStore,
  onRemove: (ctx, { header }) => removeAttachments(ctx.tx, 'wastage', header._id),
  auditSnapshot: ({ header }) => pickAuditedFields(header),
  deletedEvent: 'delete',
};

/**
 * Creates a waste record, posted immediately or as a draft without stock changes.
 *
 * @throws ApiProblem 403, 422, 409 INSUFFICIENT_STOCK.
 */
export async function createWastage(ctx: CommandContext, input: WastageInput): Promise<LoadedWastage> {
  const header: WastageRecord = {
    ...(await draftWastage(ctx, input)),
    ...newDocumentHeader(ctx, input.status ?? 'Posted'),
    number: await takeDocumentNumber(ctx.tx, wastageDocument, ctx.now),
    costE4: 0,
    cycle: 0,
    // Current names aren't stored; they are read with the record.
    branchName: null,
    branchNameAlt: null,
    itemNameAlt: null,
  };
  if (header.status === 'Posted') header.costE4 = await postWaste(ctx, header, []);
  const record = { event: 'create', after: pickAuditedFields(header) } as const;
  await insertDocument(ctx, wastageStore, { header, lines: [] }, record);
  emitStockEvent(ctx, header);
  return wastageStore.read(ctx.tx, ctx.actor, header._id);
}

/** Replaces a record. A posted one is reversed and posted again if its stock effect changes. */
export async function replaceWastage(
  ctx: CommandContext,
  { header: before }: LoadedWastage,
  input: WastageInput,
  check: Check,
): Promise<LoadedWastage> {
  const status = input.status ?? 'Posted';
  const step = decideStep(ctx, before, status);
  // A correction of a posted record keeps its time unless a new one is sent.
  const dateTime = input.dateTime ?? (before.status === 'Posted' ? before.dateTime : undefined);
  const content = await draftWastage(
    ctx,
    {
      ...input,
      branch: input.branch ?? before.branch,
      ...(dateTime !== undefined && { dateTime }),
    },
    before,
  );
  await check();
  const header: WastageRecord = { ...before, ...content, status };
  if (status === 'Posted' && (before.status !== 'Posted' || differsInStock(before, header))) {
    const reversals = before.status === 'Posted' ? await buildReversals(ctx, before) : [];
    header.cycle += 1;
    header.costE4 = await postWaste(ctx, header, reversals);
  }
  await saveEdit(
    ctx,
    wastageStore,
    { header, lines: [] },
    {
      steps: [step],
      before: pickAuditedFields(before),
      after: pickAuditedFields(header),
      event: 'edit',
    },
  );
  // If a record is moved to a different branch, the event is sent to both.
  if (header.branch !== before.branch) ctx.emit(documentEvent(wastageDocument, before, 'edit'));
  emitStockEvent(ctx, header, before);
  return wastageStore.read(ctx.tx, ctx.actor, header._id);
}

/** Deletes a draft, or reverses a posted record. A reversed record is left unchanged. */
export async function removeWastage(ctx: CommandContext, loaded: LoadedWastage, check: Check): Promise<void> {
  const { header } = loaded;
  if (header.status === 'Reversed') return;
  if (header.status !== 'Posted') {
    await check();
    return removeDocument(ctx, wastageHandlers, loaded);
  }
  const step = decideStep(ctx, header, 'Reversed');
  await check();
  const before = pickAuditedFields(header);
  const postings = await buildReversals(ctx, header);
  // Edits also reverse postings, so every reversal starts a new cycle.
  header.cycle += 1;
  const { cycle, number: docNo } = header;
  const now = ctx.now.toISOString();
  await postStockChange(ctx.tx, { postings }, { userId: ctx.actor._id, now, cycle, docNo, emit: ctx.emit });
  header.status = 'Reversed';
  await saveEdit(ctx, wastageStore, loaded, {
    steps: [step],
    action: 'reverse',
    before,
    after: undefined,
    event: 'reverse',
  });
  emitStockEvent(ctx, header);
}

/** Posts a record after reversing the one it replaces. Returns its cost. */
async function postWaste(
  ctx: CommandContext,
  row: WastageRecord,
  reversals: readonly Posting[],
): Promise<number> {
  const postings = [...reversals, ...buildWastagePostings({ ...row, lots: parseWastageLots(row) })];
  const { posted } = await postStockChange(
    ctx.tx,
    { postings },
    {
      userId: ctx.actor._id,
      now: ctx.now.toISOString(),
      effectiveAt: row.dateTime,
      cycle: row.cycle,
      docNo: row.number,
      emit: ctx.emit,
    },
  );
  return posted.slice(reversals.length).reduce((sum, { valueE4 }) => sum + valueE4, 0);
}

/** Builds the reversal of a record at its original effective time. */
async function buildReversals(ctx: CommandContext, row: WastageRecord): Promise<Posting[]> {
  const moves = await ctx.tx
    .selectFrom('stockMoves')
    .selectAll()
    .where('docId', '=', row._id)
    .where('kind', '=', 'waste')
    .where('cycle', '=', row.cycle)
    .execute();
  return moves.map((move) => ({ ...buildReversal(move), effectiveAt: move.effectiveAt }));
}

/**
 * Checks whether a change is permitted and returns its history step; if the status is the same, it is an
 * edit.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 NOT_EDITABLE
 */
function decideStep({ actor }: CommandContext, row: WastageRecord, to: WastageStatus) {
  const { branch } = row;
  const from = row.status as WastageStatus;
  const decision = wastageLifecycle.decideTransition({ status: from, branch }, actor, to);
  if (decision.ok) return { from, to, verb: decision.transition?.verb ?? 'edit' };
  throw decision.code === 'ILLEGAL_TRANSITION'
    ? problem('NOT_EDITABLE', decision.refusal)
    : forbidden(decision.refusal);
}

const stockFields = [
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

const differsInStock = (before: WastageRecord, after: WastageRecord): boolean =>
  stockFields.some((field) => before[field] !== after[field]);

const pickAuditedFields = ({ item, qtyMicro, unitSymbol, reason, status }: WastageRecord) => ({
  item,
  qtyMicro,
  unitSymbol,
  reason,
  status,
});

/** Emits a stock event, except for drafts. A record moved to a different branch changes the stock of both. */
function emitStockEvent(
  ctx: CommandContext,
  { _id, status, branch }: WastageRecord,
  before = { branch },
): void {
  const branches = [...new Set([branch, before.branch])];
  if (status !== 'Draft') ctx.emit(stockEvent(_id, branches, branches));
}
