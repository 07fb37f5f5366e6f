import type { Selectable } from 'kysely';
import type { WastageInput } from '#contract/wastage.ts';
import { type Posting, postingsForWastage, reversalOf } from '#domain/stock/postings.ts';
import type { WastageStatus } from '#domain/stock/wastage.ts';
import { wastageLifecycle } from '#domain/stock/wastage-lifecycle.ts';
import { documentEvent, lockDocument, nextNumber } from '../../documents/kit.ts';
import { wastageDocument } from '../../documents/registry.ts';
import type { WastageRow } from '../../db/tables.ts';
import { forbidden, notFound, problem } from '../../http/problems.ts';
import type { WastageChange } from '../../http/services.ts';
import { newId } from '../../ids.ts';
import type { CommandContext } from '../../documents/context.ts';
import { removeAttachments } from '../attachments/store.ts';
import { post } from '../stock/ledger.ts';
import { describeWastage } from './describe.ts';
import { type FoundWastage, findWastage } from './list.ts';

type Row = Selectable<WastageRow>;
type Check = (current: FoundWastage) => Promise<void>;

/** Records waste: posted at once, or as a draft that touches no stock. Throws 403, 422, 409 INSUFFICIENT_STOCK. */
export async function createWastage(ctx: CommandContext, input: WastageInput): Promise<FoundWastage> {
  const described = await describeWastage(ctx, input);
  const at = ctx.now.toISOString();
  const row: Row = {
    ...described,
    _id: newId({ now: () => ctx.now }),
    createdAt: at,
    updatedAt: at,
    version: 1,
    number: await nextNumber(ctx.tx, wastageDocument, ctx.now),
    costE4: 0,
    status: input.status ?? 'Posted',
    userId: ctx.actor._id,
    userName: ctx.actor.name,
    cycle: 0,
  };
  if (row.status === 'Posted') row.costE4 = await postWaste(ctx, row, []);
  await ctx.tx.insertInto('wastage').values(row).execute();
  await record(ctx, row, 'create');
  return reread(ctx, row._id);
}

/** Replaces a record. What is posted already is taken back and posted anew, when it changes anything in stock. */
export async function replaceWastage(
  ctx: CommandContext,
  id: string,
  input: WastageInput,
  check: Check,
): Promise<FoundWastage> {
  const before = await lock(ctx, id);
  const status = input.status ?? 'Posted';
  decide(ctx, before, status);
  // What is posted happened when it happened: a correction that names no time leaves it.
  const dateTime = input.dateTime ?? (before.status === 'Posted' ? before.dateTime : undefined);
  const described = await describeWastage(
    ctx,
    {
      ...input,
      branch: input.branch ?? before.branch,
      ...(dateTime !== undefined && { dateTime }),
    },
    before,
  );
  await check(before);
  const { branchName, branchNameAlt, itemNameAlt, ...kept } = before;
  const row: Row = {
    ...kept,
    ...described,
    status,
    version: before.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
  if (status === 'Posted' && (before.status !== 'Posted' || movesDiffer(before, row))) {
    const reversals = before.status === 'Posted' ? await takeBack(ctx, before) : [];
    row.cycle = before.cycle + 1;
    row.costE4 = await postWaste(ctx, row, reversals);
  }
  const { _id, createdAt, number, userId, userName, ...changing } = row;
  await ctx.tx.updateTable('wastage').set(changing).where('_id', '=', id).execute();
  await record(ctx, row, 'edit', before);
  return reread(ctx, id);
}

/** Deletes a draft; takes back what is posted. What is taken back already stays as it is. */
export async function removeWastage(ctx: CommandContext, id: string, check: Check): Promise<void> {
  const before = await lock(ctx, id);
  if (before.status === 'Reversed') return;
  if (before.status === 'Posted') {
    decide(ctx, before, 'Reversed');
    await check(before);
    const now = ctx.now.toISOString();
    const postings = await takeBack(ctx, before);
    // An edit has taken back, too: every reversal begins a cycle of its own.
    const cycle = before.cycle + 1;
    await post(ctx.tx, { postings }, { userId: ctx.actor._id, now, cycle, docNo: before.number });
    const reversed = { status: 'Reversed', version: before.version + 1, updatedAt: now, cycle };
    await ctx.tx.updateTable('wastage').set(reversed).where('_id', '=', id).execute();
  } else {
    await check(before);
    await removeAttachments(ctx.tx, 'wastage', id);
    await ctx.tx.deleteFrom('wastage').where('_id', '=', id).execute();
  }
  await record(ctx, before, before.status === 'Posted' ? 'reverse' : 'delete', before);
}

/** Posts a record, after taking back what it replaces. Answers what it cost. */
async function postWaste(ctx: CommandContext, row: Row, reversals: readonly Posting[]): Promise<number> {
  const postings = [...reversals, ...postingsForWastage(row)];
  const values = await post(
    ctx.tx,
    { postings },
    {
      userId: ctx.actor._id,
      now: row.updatedAt,
      effectiveAt: row.dateTime,
      cycle: row.cycle,
      docNo: row.number,
    },
  );
  return values.slice(reversals.length).reduce((sum, valueE4) => sum + valueE4, 0);
}

/** What takes a record back, of the day it happened: of that day, it never did. */
async function takeBack(ctx: CommandContext, row: Row): Promise<Posting[]> {
  const moves = await ctx.tx
    .selectFrom('stockMoves')
    .selectAll()
    .where('docId', '=', row._id)
    .where('kind', '=', 'waste')
    .where('cycle', '=', row.cycle)
    .execute();
  return moves.map((move) => ({ ...reversalOf(move), effectiveAt: move.effectiveAt }));
}

/** Asks the lifecycle; a repeat of the status that it has is an edit. */
function decide(ctx: CommandContext, row: Row, to: WastageStatus): void {
  const { status, branch } = row;
  const decision = wastageLifecycle.decideMove({ status: status as WastageStatus, branch }, ctx.actor, to);
  if (decision.ok) return;
  throw decision.code === 'ILLEGAL_TRANSITION'
    ? problem('NOT_EDITABLE', decision.message)
    : forbidden(decision.message);
}

function movesDiffer(before: Row, after: Row): boolean {
  const decisive = ['branch', 'dateTime', 'item', 'qtyMicro', 'unitNum', 'unitDen', 'lot', 'reason'] as const;
  return decisive.some((field) => before[field] !== after[field]);
}

async function lock(ctx: CommandContext, id: string): Promise<FoundWastage> {
  await lockDocument(ctx.tx, wastageDocument, id);
  return reread(ctx, id);
}

async function reread(ctx: CommandContext, id: string): Promise<FoundWastage> {
  const found = await findWastage(ctx.tx, ctx.actor, id);
  if (!found) throw notFound();
  return found;
}

async function record(ctx: CommandContext, row: Row, action: WastageChange, before?: Row): Promise<void> {
  const facts = ({ item, qtyMicro, unitSymbol, reason, status }: Row) => ({
    item,
    qtyMicro,
    unitSymbol,
    reason,
    status,
  });
  await ctx.audit({
    action,
    entity: 'wastage',
    id: row._id,
    ...(before && { before: facts(before) }),
    ...((action === 'create' || action === 'edit') && { after: facts(row) }),
  });
  ctx.emit(documentEvent(wastageDocument, row._id, wastageDocument.audience(row), action));
}
