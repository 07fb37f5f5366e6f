import { refusal } from '#core/refusals/refusal.ts';
import type { WastageInput } from '../input.ts';
import { getLineRatio } from '#modules/orders/lines.ts';
import { getOwnLocations } from '#core/permissions.ts';
import { toMicro } from '#core/quantity.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { forbidden, invalid, problem } from '#platform/server/http/problems.ts';
import { loadLotItems } from '#modules/stock/server/lot-book.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { lockItems, findQuantityError, loadUnits } from '#modules/units/server/units.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { parseEventTime } from '#platform/documents/server/event-time.ts';

/**
 * Builds the row of a waste record from input; `previous` is the record it replaces.
 *
 * @throws ApiProblem 403 for another location, 422 by field.
 */
export async function draftWastage(
  ctx: CommandContext,
  input: WastageInput,
  previous: { reason: string } | null = null,
) {
  const branch = await findWastageLocation(ctx, input.branch);
  await lockItems(ctx.tx, [input.item]);
  const item = await ctx.tx
    .selectFrom('items')
    .select(['_id', 'name', 'baseUnit', 'catchWeight'])
    .where('_id', '=', input.item)
    .executeTakeFirst();
  if (!item) throw invalid({ item: refusal('no-such-item') });
  const units = await loadUnits(ctx.tx, [item._id]);
  const unit = units.find(input.unit ?? item.baseUnit);
  if (!unit) throw invalid({ unit: refusal('no-such-unit') });
  const ratio = units.ratio(item, unit);
  if (!ratio) throw invalid({ unit: refusal('no-conversion', { unit: unit.symbol, item: item.name }) });
  const unitRatio = { unitNum: ratio.num, unitDen: ratio.den };
  const quantityError = findQuantityError(input.qty, unit, getLineRatio(unitRatio));
  if (quantityError !== null) throw invalid({ qty: quantityError });
  await assertReason(ctx, input, previous);
  if (input.pieces !== undefined && item.catchWeight !== 1)
    throw invalid({ pieces: refusal('not-counted-in-pieces', { name: item.name }) });
  const dateTime = parseEventTime(ctx, input.dateTime, 'dateTime');
  return {
    ...unitRatio,
    branch,
    dateTime,
    businessDay: await loadBusinessDay(ctx.tx, branch, dateTime),
    item: item._id,
    itemName: item.name,
    qtyMicro: toMicro(input.qty),
    unit: unit._id,
    unitSymbol: unit.symbol,
    reason: input.reason,
    note: input.note ?? null,
    ...(await parseInputLots(ctx, input, item)),
    pieces: input.pieces ?? null,
    photo: input.photo ?? null,
  };
}

/** Parses the lots of the input; if one lot covers the whole quantity, it becomes the record's lot. */
async function parseInputLots(
  { tx }: CommandContext,
  { lot, lots = [], qty }: WastageInput,
  item: { _id: string; name: string },
): Promise<{ lot: string; lots: string }> {
  const [first, ...otherLots] = lots;
  if (!first) return { lot: lot ?? '', lots: '[]' };
  if (!(await loadLotItems(tx, [item._id])).has(item._id))
    throw invalid({ lot: refusal('not-tracked-by-lot', { item: item.name }) });
  const duplicate = lots.find(
    (candidate, index) => lots.findIndex((other) => other.lot === candidate.lot) < index,
  );
  if (duplicate) throw invalid({ lot: refusal('duplicate-lot', { lot: duplicate.lot }) });
  const parts = lots.map((part) => ({ lot: part.lot, qtyMicro: toMicro(part.qty) }));
  const sumMicro = parts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
  if (sumMicro > toMicro(qty)) throw invalid({ lot: refusal('lots-exceed-quantity') });
  const coversAll = otherLots.length === 0 && sumMicro === toMicro(qty);
  return coversAll ? { lot: first.lot, lots: '[]' } : { lot: '', lots: JSON.stringify(parts) };
}

/**
 * Asserts that the reason is an active waste reason, or the record's previous one, and has a note if
 * required.
 */
async function assertReason(
  { tx }: CommandContext,
  { reason, note }: WastageInput,
  previous: { reason: string } | null,
): Promise<void> {
  const reasons = await loadReasons(tx);
  const reasonRow = reasons.find(({ code }) => code === reason);
  const offeredReasons = reasons.filter(({ isActive, forWaste }) => isActive === 1 && forWaste === 1);
  if (reason !== previous?.reason && !offeredReasons.some(({ code }) => code === reason))
    throw invalid({ reason: buildOneOfRefusal(offeredReasons) });
  if (reasonRow?.requiresNote === 1 && (note ?? null) === null)
    throw invalid({ note: refusal('waste-note', { reason }) });
}

const loadReasons = statement((db) =>
  db.selectFrom('reasons').select(['code', 'isActive', 'forWaste', 'requiresNote']).orderBy('code'),
);

const buildOneOfRefusal = (reasons: readonly { code: string }[]) =>
  refusal('one-of-reasons', { codes: reasons.map(({ code }) => code).join(', ') });

/**
 * Asserts that the reason in a list filter exists.
 *
 * @throws ApiProblem 400
 */
export async function assertKnownReason(db: Queryable, reason: string): Promise<void> {
  const reasons = await loadReasons(db);
  if (reasons.some(({ code }) => code === reason)) return;
  const error = buildOneOfRefusal(reasons);
  throw problem('MALFORMED', error, { messagePrefix: 'reason', fields: { reason: error } });
}

async function findWastageLocation(ctx: CommandContext, id: string | undefined): Promise<string> {
  const ownPlaces = getOwnLocations(ctx.actor);
  const branchId = id ?? (ownPlaces?.length === 1 ? ownPlaces[0] : undefined);
  if (branchId === undefined) throw invalid({ branch: refusal('waste-place') });
  const branch = await ctx.tx
    .selectFrom('branches')
    .select(['_id', 'name'])
    .where('_id', '=', branchId)
    .executeTakeFirst();
  if (!branch) throw invalid({ branch: refusal('no-such-branch') });
  if (ownPlaces !== null && !ownPlaces.includes(branch._id))
    throw forbidden(refusal('cannot-record-waste-at-place', { place: branch.name }));
  return branch._id;
}
