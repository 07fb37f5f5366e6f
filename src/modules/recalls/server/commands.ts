import type { LotTrace, TracedLot } from '#modules/lots/shapes.ts';
import type { EndRecallInput, FindingInput, ReleaseRecalledInput, StartRecallInput } from '../input.ts';
import type { Recall } from '../shapes.ts';
import { lotSources } from '#modules/lots/lot-dispositions.ts';
import { canRunRecalls } from '../recall-rules.ts';
import { toMicro } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { formatDocumentNumber, takeNumber } from '#platform/server/db/sequences.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { forbidden, notFound, problem } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { traceLot } from '#modules/stock/server/lot-trace.ts';
import { findLot, notifyLotLocations } from '#modules/stock/server/lots.ts';
import {
  addToRecall,
  holdColumnsAfterRelease,
  buildRecalledScopeLot,
} from '#modules/stock/server/recall-scope.ts';
import { notifyLocations } from './notify.ts';
import { loadRecallEnds, findRecall, loadPlacesWithFindings } from './rows.ts';

/** Outcomes that documents prove without a physical check. */
const documentedOutcomes = ['used', 'sold', 'wasted', 'returned'] as const;

/**
 * Starts a recall of a lot. A real recall holds the lot and everything made from it, at every location and
 * depth, and notifies every location that has or had some; a mock recall does neither. Runs in one
 * transaction.
 *
 * @throws ApiProblem 404 for a lot that the actor doesn't see, 403 for users who don't see all locations
 */
export async function startRecall(ctx: CommandContext, input: StartRecallInput): Promise<Recall> {
  const { tx, actor, now } = ctx;
  const lot = await findLot(tx, actor, { itemId: input.itemId, code: input.lot });
  if (!lot || lot.lotId === null) throw notFound();
  if (!canRunRecalls(actor)) throw forbidden(refusal('recall-not-yours'));
  const trace = await traceLot(tx, actor, { id: lot.lotId }, 'forward');
  // Quantities of different items can't be added: totals cover the recalled item only.
  const itemLots = [trace, ...trace.tree.filter((node) => node.lot.itemId === lot.itemId)];
  const _id = newId({ now: () => now });
  const year = now.getUTCFullYear();
  const number = formatDocumentNumber('RCL', year, await takeNumber(tx, `RCL-${year}`));
  const row = {
    _id,
    number,
    startedAt: now.toISOString(),
    userId: actor._id,
    userName: actor.name,
    isPractice: input.isPractice ? (1 as const) : (0 as const),
    note: input.note ?? null,
    itemId: lot.itemId,
    itemCode: lot.itemCode,
    itemName: lot.itemName,
    unitSymbol: lot.unitSymbol,
    lotId: lot.lotId,
    lot: lot.code ?? '',
    receivedMicro: totalReceivedMicro(trace, itemLots),
    documentedMicro: itemLots.reduce((sum, { totals }) => sum + sumTotals(totals, documentedOutcomes), 0),
  };
  await tx.insertInto('recalls').values(row).execute();
  await addToRecall(tx, { ...row, isOpen: true }, [buildRecalledScopeLot(lot.lotId)], now.toISOString());
  await notifyLocations(tx, _id, now);
  const { itemId, isPractice, note = null } = input;
  const after = { number, itemId, lot: lot.code, isPractice, note };
  await ctx.audit({ action: 'create', entity: 'stock', id: _id, after });
  return reloadAndEmit(ctx, _id);
}

/**
 * Returns the quantity that the lots received from virtual locations; goods that passed from one lot to
 * another count once.
 */
function totalReceivedMicro(trace: LotTrace, lots: readonly TracedLot[]): number {
  const ids = new Set(lots.map(({ lot }) => lot._id));
  const internalMicro = trace.tree
    .filter(({ lot }) => ids.has(lot._id))
    .flatMap(({ links }) => links)
    .reduce((sum, { lotId, qty }) => sum + (ids.has(lotId) ? toMicro(qty) : 0), 0);
  return lots.reduce((sum, { totals }) => sum + sumTotals(totals, lotSources), 0) - internalMicro;
}

const sumTotals = (totals: TracedLot['totals'], names: readonly (keyof TracedLot['totals'])[]): number =>
  names.reduce((sum, name) => sum + toMicro(totals[name]), 0);

/**
 * Records the quantity of a lot that a location found, and its outcome. The latest answer counts; earlier
 * ones are retained.
 *
 * @throws ApiProblem 404 for a location without a request or that the actor doesn't see; 409 if the recall
 *   has ended
 */
export async function addFinding(ctx: CommandContext, input: FindingInput): Promise<Recall> {
  const { tx, actor, now } = ctx;
  const { recallId, placeId, lotId, outcome = 'set_aside', note = null } = input;
  const number = await lockOpenRecall(ctx, recallId);
  const requested = (await loadPlacesWithFindings(tx, actor, [recallId])).find(
    (place) => place.placeId === placeId && place.lotId === lotId,
  );
  if (!requested) throw notFound();
  const qtyMicro = toMicro(input.qty);
  const change = { at: now.toISOString(), userId: actor._id, userName: actor.name };
  const row = {
    recallId,
    _id: newId({ now: () => now }),
    placeId,
    lotId,
    ...change,
    note,
    outcome,
    qtyMicro,
  };
  await tx.insertInto('recallFindings').values(row).execute();
  const before = requested.foundMicro === null ? null : { found: Number(requested.foundMicro) / 1e6 };
  const after = { number, placeId, lot: requested.lot || null, found: input.qty, outcome, note };
  await ctx.audit({ action: 'edit', entity: 'stock', id: recallId, before, after });
  return reloadAndEmit(ctx, recallId);
}

/**
 * Releases one lot from a recall. The lot stays on hold if another recall or a manual hold applies; a lot
 * that the recall doesn't hold is unchanged.
 *
 * @throws ApiProblem 404 for an unknown recall or lot, 403 for users who don't see all locations
 */
export async function releaseRecalledLot(ctx: CommandContext, input: ReleaseRecalledInput): Promise<Recall> {
  const { tx, actor, now } = ctx;
  const { recallId, lotId, reasonCode, note = null } = input;
  const visible = await findRecall(tx, actor, recallId);
  const lot = visible?.lots.find((candidate) => candidate.lotId === lotId);
  if (!visible || !lot) throw notFound();
  if (!canRunRecalls(actor)) throw forbidden(refusal('recall-not-yours'));
  const row = await tx
    .selectFrom('lots')
    .select(['heldByRecall', 'version'])
    .where('_id', '=', lotId)
    .$call(tx.lock)
    .executeTakeFirstOrThrow();
  const at = now.toISOString();
  const released = await tx
    .updateTable('recallHolds')
    .set({
      releasedAt: at,
      releasedBy: actor._id,
      releasedByName: actor.name,
      releaseReason: reasonCode,
      releaseNote: note,
    })
    .where('recallId', '=', recallId)
    .where('lotId', '=', lotId)
    .where('releasedAt', 'is', null)
    .returning('lotId')
    .executeTakeFirst();
  if (!released) return visible;
  if (row.heldByRecall === recallId)
    await tx
      .updateTable('lots')
      .set({ ...(await holdColumnsAfterRelease(tx, lotId)), version: Number(row.version) + 1, updatedAt: at })
      .where('_id', '=', lotId)
      .execute();
  const after = { number: visible.number, itemId: lot.itemId, lot: lot.lot, reasonCode, note };
  await ctx.audit({ action: 'release', entity: 'stock', id: lotId, before: { hold: true }, after });
  await notifyLotLocations(ctx, lotId);
  return reloadAndEmit(ctx, recallId);
}

/**
 * Ends a recall: no more requests or reminders are sent, and the answers so far are its result. Its lots stay
 * on hold until each is released. Repeating the request changes nothing.
 *
 * @throws ApiProblem 404 for an unknown recall, 403 for users who don't see all locations
 */
export async function endRecall(ctx: CommandContext, input: EndRecallInput): Promise<Recall> {
  const { tx, actor, now } = ctx;
  const { recallId, note = null } = input;
  const visible = await findRecall(tx, actor, recallId);
  if (!visible) throw notFound();
  if (!canRunRecalls(actor)) throw forbidden(refusal('recall-not-yours'));
  await lockRecall(ctx, recallId);
  const current = await findRecall(tx, actor, recallId);
  if (!current || current.end !== null) return current ?? visible;
  const { requestedPlaces, confirmedPlaces, sums } = current;
  const seconds = Math.round((now.getTime() - Date.parse(current.startedAt)) / 1000);
  const foundMicro = toMicro(sums?.found ?? 0);
  const change = { at: now.toISOString(), userId: actor._id, userName: actor.name };
  await tx
    .insertInto('recallEnds')
    .values({ recallId, ...change, note, foundMicro, requestedPlaces, confirmedPlaces, seconds })
    .execute();
  const after = {
    number: current.number,
    seconds,
    traced: sums?.traced ?? null,
    confirmedPlaces,
    requestedPlaces,
    note,
  };
  await ctx.audit({ action: 'status', entity: 'stock', id: recallId, after });
  return reloadAndEmit(ctx, recallId);
}

async function lockRecall({ tx }: CommandContext, recallId: string): Promise<void> {
  await tx.selectFrom('recalls').select('_id').where('_id', '=', recallId).$call(tx.lock).execute();
}

/** Locks an open recall and returns its number; rejects one that has ended. */
async function lockOpenRecall(ctx: CommandContext, recallId: string): Promise<string> {
  const visible = await findRecall(ctx.tx, ctx.actor, recallId);
  if (!visible) throw notFound();
  await lockRecall(ctx, recallId);
  if ((await loadRecallEnds(ctx.tx, [recallId])).length > 0)
    throw problem('ILLEGAL_TRANSITION', refusal('recall-ended', { number: visible.number }));
  return visible.number;
}

/** Reloads the recall and emits an event to its locations. */
async function reloadAndEmit({ tx, actor, emit }: CommandContext, recallId: string): Promise<Recall> {
  const recall = await findRecall(tx, actor, recallId);
  if (!recall) throw notFound();
  const rows = await tx
    .selectFrom('recallPlaces')
    .innerJoin('places', 'places.placeId', 'recallPlaces.placeId')
    .select('places.branchId')
    .distinct()
    .where('recallId', '=', recallId)
    .execute();
  const owners = rows.flatMap(({ branchId }) => (branchId === null ? [] : [branchId]));
  emit(stockEvent(recallId, owners, owners));
  return recall;
}
