import type { LotTrace, TracedLot } from '#contract/lots.ts';
import type { EndRecallInput, FindingInput, Recall, StartRecallInput } from '#contract/recalls.ts';
import { lotSources } from '#domain/lots/fates.ts';
import { mayRunRecalls } from '#domain/lots/recalls.ts';
import { toMicro } from '#domain/quantity.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import { documentNumber, takeNumber } from '../../db/sequences.ts';
import { insertRows } from '../../db/statements.ts';
import type { CommandContext } from '../../documents/context.ts';
import { forbidden, notFound, problem } from '../../http/problems.ts';
import { newId } from '../../ids.ts';
import { stockEvent } from '../stock/events.ts';
import { traceLot } from '../stock/lot-trace.ts';
import { endsOf, findRecall, placesWithFindings } from './rows.ts';

/** What documents account for without anybody looking on a shelf. */
const documented = ['used', 'sold', 'wasted', 'returned'] as const;

/**
 * Starts a recall of a lot: every place that has some of it, or of what it became, is asked what it finds.
 *
 * @throws ApiProblem 404 for a lot that the actor does not see, 403 for who does not see all places.
 */
export async function startRecall(ctx: CommandContext, input: StartRecallInput): Promise<Recall> {
  const { tx, actor, now } = ctx;
  const trace = await traceLot(tx, actor, { itemId: input.itemId, code: input.lot }, 'forward');
  if (!mayRunRecalls(actor)) throw forbidden(refusal('recall-not-yours'));
  const { lot } = trace;
  // What it became of another item is counted there: amounts of two items do not add up.
  const lots = [trace, ...trace.tree.filter((one) => one.lot.itemId === lot.itemId)];
  const _id = newId({ now: () => now });
  const year = now.getUTCFullYear();
  const number = documentNumber('RCL', year, await takeNumber(tx, `RCL-${year}`));
  await tx
    .insertInto('recalls')
    .values({
      _id,
      number,
      startedAt: now.toISOString(),
      userId: actor._id,
      userName: actor.name,
      isPractice: input.isPractice ? 1 : 0,
      note: input.note ?? null,
      itemId: lot.itemId,
      itemCode: lot.itemCode,
      itemName: lot.itemName,
      unitSymbol: lot.unitSymbol,
      lotId: lot._id ?? '',
      lot: lot.lot ?? '',
      cameMicro: cameInAll(trace, lots),
      documentedMicro: lots.reduce((sum, { totals }) => sum + sumOf(totals, documented), 0),
    })
    .execute();
  const places = lots.flatMap((one) =>
    one.places.map(({ placeId, placeName, onHand }) => ({
      recallId: _id,
      placeId,
      placeName,
      lotId: one.lot._id ?? '',
      lot: one.lot.lot ?? '',
      expectedMicro: toMicro(onHand),
    })),
  );
  if (places.length > 0) await insertRows(tx, 'recallPlaces', places);
  const { itemId, isPractice, note = null } = input;
  const after = { number, itemId, lot: lot.lot, isPractice, note };
  await ctx.audit({ action: 'create', entity: 'stock', id: _id, after });
  return told(ctx, _id);
}

/** What came from outside to the lots together: what one became of the other is told once. */
function cameInAll(trace: LotTrace, lots: readonly TracedLot[]): number {
  const ids = new Set(lots.map(({ lot }) => lot._id));
  const within = trace.tree
    .filter(({ lot }) => ids.has(lot._id))
    .flatMap(({ links }) => links)
    .reduce((sum, { lotId, qty }) => sum + (ids.has(lotId) ? toMicro(qty) : 0), 0);
  return lots.reduce((sum, { totals }) => sum + sumOf(totals, lotSources), 0) - within;
}

const sumOf = (totals: TracedLot['totals'], names: readonly (keyof TracedLot['totals'])[]): number =>
  names.reduce((sum, name) => sum + toMicro(totals[name]), 0);

/**
 * What somebody found of a lot at a place. The last word counts; the earlier ones stay.
 *
 * @throws ApiProblem 404 for a place that was not asked, or that the actor does not see; 409 for a recall that has ended.
 */
export async function addFinding(ctx: CommandContext, input: FindingInput): Promise<Recall> {
  const { tx, actor, now } = ctx;
  const { recallId, placeId, lotId, note = null } = input;
  const number = await lockOpen(ctx, recallId);
  const asked = (await placesWithFindings(tx, actor, [recallId])).find(
    (one) => one.placeId === placeId && one.lotId === lotId,
  );
  if (!asked) throw notFound();
  const qtyMicro = toMicro(input.qty);
  const by = { at: now.toISOString(), userId: actor._id, userName: actor.name };
  const row = { recallId, _id: newId({ now: () => now }), placeId, lotId, ...by, note, qtyMicro };
  await tx.insertInto('recallFindings').values(row).execute();
  const before = asked.foundMicro === null ? null : { found: Number(asked.foundMicro) / 1e6 };
  const after = { number, placeId, lot: asked.lot || null, found: input.qty, note };
  await ctx.audit({ action: 'edit', entity: 'stock', id: recallId, before, after });
  return told(ctx, recallId);
}

/**
 * Ends a recall: what was found by then is its result, and stays. Saying it again changes nothing.
 *
 * @throws ApiProblem 404 for one that is not there, 403 for who does not see all places.
 */
export async function endRecall(ctx: CommandContext, input: EndRecallInput): Promise<Recall> {
  const { tx, actor, now } = ctx;
  const { recallId, note = null } = input;
  const seen = await findRecall(tx, actor, recallId);
  if (!seen) throw notFound();
  if (!mayRunRecalls(actor)) throw forbidden(refusal('recall-not-yours'));
  await lock(ctx, recallId);
  const current = await findRecall(tx, actor, recallId);
  if (!current || current.end !== null) return current ?? seen;
  const { placesAsked, placesConfirmed, sums } = current;
  const seconds = Math.round((now.getTime() - Date.parse(current.startedAt)) / 1000);
  const foundMicro = toMicro(sums?.found ?? 0);
  const by = { at: now.toISOString(), userId: actor._id, userName: actor.name };
  await tx
    .insertInto('recallEnds')
    .values({ recallId, ...by, note, foundMicro, placesAsked, placesConfirmed, seconds })
    .execute();
  const after = {
    number: current.number,
    seconds,
    traced: sums?.traced ?? null,
    placesConfirmed,
    placesAsked,
    note,
  };
  await ctx.audit({ action: 'status', entity: 'stock', id: recallId, after });
  return told(ctx, recallId);
}

async function lock({ tx }: CommandContext, recallId: string): Promise<void> {
  await tx.selectFrom('recalls').select('_id').where('_id', '=', recallId).$call(tx.lock).execute();
}

/** Its number; refuses one that has ended. */
async function lockOpen(ctx: CommandContext, recallId: string): Promise<string> {
  const seen = await findRecall(ctx.tx, ctx.actor, recallId);
  if (!seen) throw notFound();
  await lock(ctx, recallId);
  if ((await endsOf(ctx.tx, [recallId])).length > 0)
    throw problem('ILLEGAL_TRANSITION', refusal('recall-ended', { number: seen.number }));
  return seen.number;
}

/** The recall as it is now; those whose places are asked hear of it. */
async function told({ tx, actor, emit }: CommandContext, recallId: string): Promise<Recall> {
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
