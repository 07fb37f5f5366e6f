import type { ResolveDiscrepancyInput } from '../input.ts';
import type { ShippedLine } from '#modules/orders/lines.ts';
import type { OrderPartyFields } from '#modules/orders/parties.ts';
import type { Actor } from '#core/permissions.ts';
import type { DiscrepancyStatus, DiscrepancyType } from '../discrepancy-rules.ts';
import { discrepancyLifecycle } from '../lifecycle.ts';
import { type AcceptanceRule, type Posting, buildDiscrepancyResolution } from '#modules/stock/postings.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { createReasonParser } from '#platform/documents/server/reasons.ts';
import { discrepancyDocument } from './definition.ts';
import type { LoadedDocument } from '#platform/documents/server/store.ts';
import { forbidden, invalid, notFound, problem } from '#platform/server/http/problems.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { saveEdit } from '#platform/documents/server/write.ts';
import { loadBusinessDay, loadBusinessDayAtLocation } from '#modules/stock/server/business-day.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { discrepancyStore, type DiscrepancyRecord, toDiscrepancy } from './rows.ts';

/** Operations that a document kind must provide so that its discrepancies can be resolved. */
export interface DiscrepancySource<Source> {
  /**
   * Loads and locks the document, before its discrepancy is locked.
   *
   * @throws ApiProblem 404
   */
  readLocked(tx: Tx, actor: Actor, id: string): Promise<Source>;
  getParties(source: Source): OrderPartyFields;
  /**
   * Returns the destination of goods found at the branch on this day (YYYY-MM-DD); if omitted, the branch.
   */
  getAcceptanceRule?(source: Source, day: string): AcceptanceRule;
  /**
   * Returns a function that prices goods leaving the sender on resolution; if omitted, they are valued at
   * cost.
   *
   * @throws ApiProblem 422 on `action`
   */
  loadPricing?(tx: Tx, source: Source, itemIds: readonly string[]): Promise<(posting: Posting) => Posting>;
  findLine(source: Source, lineId: string): ShippedLine | undefined;
  /** Creates a follow-up document for a quantity of a line; returns its id. */
  createFollowUp(
    ctx: CommandContext,
    source: Source,
    followUp: { lineId: string; qtyMicro: number; type: DiscrepancyType },
  ): Promise<string>;
  /** Called when the document has no open discrepancies left. */
  onSettled(ctx: CommandContext, source: Source): Promise<void>;
}

/** Document kinds with discrepancies, by ledger document type. */
export type DiscrepancySources = Readonly<Record<string, DiscrepancySource<unknown>>>;

/**
 * Resolves a discrepancy with an action of its type and posts the effect on stock. Repeating a resolution has
 * no effect; `check` (stale version) runs last. Updates the discrepancy in memory.
 *
 * @throws ApiProblem 404, 409 ILLEGAL_TRANSITION with the row in `current` if it was resolved differently,
 *   403 if the action belongs to the other party, 422 on `action` or `chargedTo`, 409 INSUFFICIENT_STOCK
 */
export async function resolveDiscrepancy(
  ctx: CommandContext,
  kinds: DiscrepancySources,
  loaded: LoadedDocument<DiscrepancyRecord, never>,
  input: ResolveDiscrepancyInput,
  check: () => Promise<void>,
): Promise<void> {
  const kind = kinds[loaded.header.docType];
  if (!kind) throw notFound();
  const source = await kind.readLocked(ctx.tx, ctx.actor, loaded.header.orderId);
  const discrepancy = loaded.header;
  if (discrepancy.status === 'Resolved' && isSameResolution(discrepancy, input)) return;
  assertResolvable(ctx, kind.getParties(source), discrepancy, input);
  await check();
  const type = discrepancy.type as DiscrepancyType;
  const line = kind.findLine(source, discrepancy.lineId);
  const now = ctx.now.toISOString();
  const acceptanceRule = kind.getAcceptanceRule?.(
    source,
    await loadBusinessDay(ctx.tx, discrepancy.branch, now),
  );
  const resolution =
    line &&
    buildDiscrepancyResolution(
      { ...discrepancy, type, line, ...(acceptanceRule && { acceptanceRule }) },
      input.action,
    );
  if (!line || !resolution) throw notFound();
  const { followUpMicro: qtyMicro } = resolution;
  const applyPrice = await kind.loadPricing?.(ctx.tx, source, [line.itemId]);
  const postings = resolution.postings.map((posting) =>
    applyPrice && posting.fromPlace === discrepancy.kitchen ? applyPrice(posting) : posting,
  );
  await postStockChange(
    ctx.tx,
    { postings },
    { userId: ctx.actor._id, now, docNo: discrepancy.orderNo, emit: ctx.emit },
  );
  const [firstPosting] = postings;
  const followUp = { lineId: line.lineId, type };
  const before = { status: discrepancy.status };
  Object.assign(discrepancy, {
    status: 'Resolved',
    action: input.action,
    chargedTo: input.chargedTo ?? null,
    resolvedBy: ctx.actor._id,
    resolvedByName: ctx.actor.name,
    resolvedAt: now,
    note: input.note ?? discrepancy.note,
    followUpOrderId:
      qtyMicro === null ? null : await kind.createFollowUp(ctx, source, { ...followUp, qtyMicro }),
    businessDay: firstPosting ? await loadBusinessDayAtLocation(ctx.tx, firstPosting.fromPlace, now) : null,
  });
  const reason = (await createReasonParser(ctx.tx, [input.note]))(input.note);
  const step = { from: before.status, to: discrepancy.status, verb: input.action, reason };
  await saveEdit(ctx, discrepancyStore, loaded, {
    steps: [step],
    action: 'resolve',
    before,
    after: input,
    event: 'resolved',
  });
  if (!(await hasOpenDiscrepancy(ctx.tx, discrepancy.orderId))) await kind.onSettled(ctx, source);
  if (postings.length > 0) {
    const { branches, kitchens } = discrepancyDocument.audience(discrepancy);
    ctx.emit(stockEvent(discrepancy._id, [...branches], [...kitchens]));
  }
}

/** Returns whether two resolutions are the same, including the charged party. */
function isSameResolution(
  discrepancy: DiscrepancyRecord,
  { action, chargedTo }: ResolveDiscrepancyInput,
): boolean {
  return discrepancy.action === action && discrepancy.chargedTo === (chargedTo ?? null);
}

function assertResolvable(
  ctx: CommandContext,
  order: OrderPartyFields,
  discrepancy: DiscrepancyRecord,
  input: ResolveDiscrepancyInput,
): void {
  const { action, docType } = discrepancy;
  const [status, type] = [discrepancy.status as DiscrepancyStatus, discrepancy.type as DiscrepancyType];
  const resolvable = { status, type, action, docType, chargedTo: input.chargedTo ?? null, order };
  const decision = discrepancyLifecycle.decideTransition(resolvable, ctx.actor, input.action);
  if (decision.ok) return;
  const { code, refusal, fields = {}, allowed } = decision;
  if (code === 'VALIDATION') throw invalid(fields);
  if (code === 'FORBIDDEN') throw forbidden(refusal);
  throw problem(code, refusal, { details: { allowed, current: toDiscrepancy(discrepancy) } });
}

async function hasOpenDiscrepancy(tx: Tx, orderId: string): Promise<boolean> {
  const query = tx
    .selectFrom('discrepancies')
    .select('_id')
    .where('orderId', '=', orderId)
    .where('status', '=', 'Open');
  return (await query.executeTakeFirst()) !== undefined;
}
