import type { ResolveDiscrepancyInput } from '#contract/discrepancies.ts';
import type { DiscrepancyStatus, DiscrepancyType } from '#domain/stock/discrepancies.ts';
import { discrepancyLifecycle } from '#domain/stock/discrepancy-lifecycle.ts';
import { postingsForDiscrepancy } from '#domain/stock/postings.ts';
import { documentEvent } from '../../documents/kit.ts';
import { discrepancyDocument } from '../../documents/registry.ts';
import { forbidden, invalid, notFound, problem } from '../../http/problems.ts';
import type { CommandContext } from '../../documents/context.ts';
import { changedEvent } from '../orders/events.ts';
import { type LoadedOrder, lockOrder, saveHead } from '../orders/rows.ts';
import { dayAtPlace } from '../stock/business-day.ts';
import { stockEvent } from '../stock/events.ts';
import { post } from '../stock/ledger.ts';
import { sendAgain } from './follow-up.ts';
import { type FoundDiscrepancy, findDiscrepancy, toDiscrepancy } from './list.ts';

/**
 * Resolves a discrepancy by an action that its type allows, with what that does to stock. The same decision again
 * changes nothing. `check` is asked last (for a stale version). Answers the row as it then is.
 *
 * @throws ApiProblem 404, 409 ILLEGAL_TRANSITION with the row in `current` when it was resolved otherwise, 403 when the action is somebody
 * else's word, 422 on `action` or `chargedTo`, 409 INSUFFICIENT_STOCK.
 */
export async function resolveDiscrepancy(
  ctx: CommandContext,
  id: string,
  input: ResolveDiscrepancyInput,
  check: (current: FoundDiscrepancy) => Promise<void>,
): Promise<FoundDiscrepancy> {
  const seen = await findDiscrepancy(ctx.tx, ctx.actor, id);
  if (!seen) throw notFound();
  // The order's lock stands for its discrepancies, too: whoever resolves one holds it.
  const order = await lockOrder(ctx.tx, ctx.actor, seen.orderId);
  const found = await findDiscrepancy(ctx.tx, ctx.actor, id);
  if (!found) throw notFound();
  if (found.status === 'Resolved' && saysTheSame(found, input)) return found;
  decide(ctx, order, found, input);
  await check(found);
  const type = found.type as DiscrepancyType;
  const line = order.lines.find((candidate) => candidate.lineId === found.lineId);
  const resolution = line && postingsForDiscrepancy({ ...found, type, line }, input.action);
  if (!line || !resolution) throw notFound();
  const now = ctx.now.toISOString();
  await post(ctx.tx, { postings: resolution.postings }, { userId: ctx.actor._id, now, docNo: found.orderNo });
  const [first] = resolution.postings;
  const followUp =
    resolution.followUpMicro === null
      ? null
      : await sendAgain(ctx, order, { ...line, orderQtyMicro: resolution.followUpMicro }, type);
  const resolved = {
    status: 'Resolved',
    action: input.action,
    chargedTo: input.chargedTo ?? null,
    by: ctx.actor._id,
    byName: ctx.actor.name,
    at: now,
    note: input.note ?? found.note,
    followUpOrderId: followUp,
    businessDay: first ? await dayAtPlace(ctx.tx, first.fromPlace, now) : null,
    version: found.version + 1,
    updatedAt: now,
  };
  await ctx.tx.updateTable('discrepancies').set(resolved).where('_id', '=', id).execute();
  await tellOrder(ctx, order);
  await ctx.audit({
    action: 'resolve',
    entity: 'discrepancies',
    id,
    before: { status: found.status },
    after: input,
  });
  ctx.emit(documentEvent(discrepancyDocument, id, discrepancyDocument.audience(found), 'resolved'));
  if (resolution.postings.length > 0) ctx.emit(stockEvent(id, [found.branch], [found.kitchen]));
  return { ...found, ...resolved };
}

/** Who bears the loss is part of what was said: another one is another decision. */
function saysTheSame(found: FoundDiscrepancy, { action, chargedTo }: ResolveDiscrepancyInput): boolean {
  return found.action === action && found.chargedTo === (chargedTo ?? null);
}

function decide(
  ctx: CommandContext,
  order: LoadedOrder,
  found: FoundDiscrepancy,
  input: ResolveDiscrepancyInput,
): void {
  const { action } = found;
  const [status, type] = [found.status as DiscrepancyStatus, found.type as DiscrepancyType];
  const resolvable = { status, type, action, chargedTo: input.chargedTo ?? null, order: order.head };
  const decision = discrepancyLifecycle.decideMove(resolvable, ctx.actor, input.action);
  if (decision.ok) return;
  const { code, message, fields = {}, allowed } = decision;
  if (code === 'VALIDATION') throw invalid(fields);
  if (code === 'FORBIDDEN') throw forbidden(message);
  throw problem(code, message, { details: { allowed, current: toDiscrepancy(found) } });
}

/** The order carries its flag as long as one of its discrepancies is open. */
async function tellOrder(ctx: CommandContext, { head }: LoadedOrder): Promise<void> {
  const open = await ctx.tx
    .selectFrom('discrepancies')
    .select('_id')
    .where('orderId', '=', head._id)
    .where('status', '=', 'Open')
    .executeTakeFirst();
  if (open) return;
  Object.assign(head, { hasDiscrepancy: 0, version: head.version + 1, updatedAt: ctx.now.toISOString() });
  await saveHead(ctx.tx, head);
  await ctx.audit({ action: 'settle', entity: 'orders', id: head._id, after: { hasDiscrepancy: false } });
  ctx.emit(changedEvent(head, 'settled'));
}
