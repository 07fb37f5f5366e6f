import type { ClaimsInput } from '#modules/picking/input.ts';
import type { LineClaims, PickClaim } from '#modules/picking/shapes.ts';
import { getOrderParties } from '../parties.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import type { PickClaimRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { forbidden, notFound, problem } from '#platform/server/http/problems.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { isOrderVisibleTo } from './scope.ts';

export const toPickClaim = ({ userId, userName, claimedAt, pickedAt }: PickClaimRow): PickClaim => ({
  userId,
  userName: userName ?? '',
  claimedAt,
  pickedAt,
});

/** Loads the pick claims of orders by line. */
export async function loadPickClaims(
  db: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PickClaimRow>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.selectFrom('pickClaims').selectAll().where('orderId', 'in', orderIds).execute();
  return new Map(rows.map((row) => [row.lineId, row]));
}

/** Deletes the claims of an order that is no longer in process. */
export async function deletePickClaims(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('pickClaims').where('orderId', '=', orderId).execute();
}

/**
 * Assigns lines to a picker in one statement, so that exactly one of two concurrent claims succeeds. Returns
 * the assigned lines.
 *
 * @param purpose `take`: unclaimed lines or the picker's own; `pick`: also picked lines that are being
 *   corrected
 * @param takesOver also assigns lines claimed by others
 */
export async function assignPickLines(
  tx: Tx,
  rows: readonly PickClaimRow[],
  purpose: 'take' | 'pick',
  takesOver: boolean,
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const assigned = await tx
    .insertInto('pickClaims')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .column('lineId')
        .doUpdateSet((eb) => ({
          claimedAt: eb.ref('excluded.claimedAt'),
          userId: eb.ref('excluded.userId'),
          userName: eb.ref('excluded.userName'),
          pickedAt: eb.ref('excluded.pickedAt'),
        }))
        .where((eb) =>
          eb.and([
            purpose === 'take' ? eb('pickClaims.pickedAt', 'is', null) : sql<boolean>`1 = 1`,
            takesOver
              ? sql<boolean>`1 = 1`
              : eb.or([
                  eb('pickClaims.userId', 'is', null),
                  eb('pickClaims.userId', '=', eb.ref('excluded.userId')),
                  eb('pickClaims.pickedAt', 'is not', null),
                ]),
          ]),
        ),
    )
    .returning('lineId')
    .execute();
  return new Set(assigned.map(({ lineId }) => lineId));
}

/** Builds the event for open pick lists of these kitchens; branches don't see claims. */
export const buildPickingEvent = (orderId: string, kitchens: readonly string[]): AppEvent => ({
  collection: 'orders',
  id: orderId,
  change: 'edited',
  branches: [],
  kitchens: [...new Set(kitchens)],
});

/**
 * Claims lines, takes them over, or releases the actor's own. If only some of several lines are free, those
 * are claimed and the response shows who has claimed the others; if none is free, the request fails.
 *
 * @throws ApiProblem 404 for an unknown line, 403 for users who can't pick the lines, 409 if the order is no
 *   longer in process or the lines are claimed by someone else.
 */
export async function changePickClaims(
  ctx: CommandContext,
  { lines: lineIds, action }: ClaimsInput,
): Promise<LineClaims> {
  const { tx, actor } = ctx;
  const ids = [...new Set(lineIds)].toSorted();
  const orderIds = await tx.selectFrom('orderLines').select('orderId').where('lineId', 'in', ids).execute();
  // A concurrent shipment either waits for this lock, or has committed and deleted the claims.
  await lockRowsShared(
    tx,
    'orders',
    orderIds.map(({ orderId }) => orderId),
  );
  const lines = await tx
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders._id', 'orderLines.orderId')
    .select([
      'orderLines.lineId',
      'orderLines.orderId',
      'orders.branch',
      'orders.kitchen',
      'orders.sentAt',
      'orders.status',
    ])
    .where('orderLines.lineId', 'in', ids)
    .where(isOrderVisibleTo(actor))
    .orderBy('orderLines.lineId')
    .execute();
  const [first] = lines;
  if (lines.length < ids.length || !first) throw notFound();
  if (lines.some((line) => !getOrderParties(actor, line).has('kitchen')))
    throw forbidden(refusal('pick-not-yours'));
  if (lines.some(({ status }) => status !== 'Under Process'))
    throw problem('ILLEGAL_TRANSITION', refusal('pick-not-in-process'));
  const claimedAt = ctx.now.toISOString();
  if (action === 'release') {
    await tx
      .updateTable('pickClaims')
      .set({ userId: null, userName: null, claimedAt })
      .where('lineId', 'in', ids)
      .where('userId', '=', actor._id)
      .where('pickedAt', 'is', null)
      .execute();
  } else {
    const rows = lines.map(({ lineId, orderId }) => ({
      lineId,
      orderId,
      claimedAt,
      userId: actor._id,
      userName: actor.name,
      pickedAt: null,
    }));
    const assigned = await assignPickLines(tx, rows, 'take', action === 'takeOver');
    if (assigned.size === 0)
      throw buildClaimedLineProblem((await loadPickClaims(tx, [first.orderId])).get(first.lineId));
  }
  const claims = await loadPickClaims(tx, [...new Set(lines.map(({ orderId }) => orderId))]);
  ctx.emit(
    buildPickingEvent(
      first.orderId,
      lines.map(({ kitchen }) => kitchen),
    ),
  );
  const isClaimedByOther = (row: PickClaimRow | undefined) =>
    row !== undefined && row.userId !== null && row.userId !== actor._id && row.pickedAt === null;
  return {
    claims: ids.map((lineId) => {
      const row = claims.get(lineId);
      return { lineId, claim: row ? toPickClaim(row) : null };
    }),
    claimedByOthers: ids.filter((lineId) => isClaimedByOther(claims.get(lineId))).length,
  };
}

/** The problem for a line claimed by someone else. */
export const buildClaimedLineProblem = (claim: PickClaimRow | undefined) =>
  problem('IN_USE', buildClaimedLineRefusal(claim), claim ? { details: { claim: toPickClaim(claim) } } : {});

/** Returns the field error that names the user who has claimed a line. */
export const buildClaimedLineRefusal = (claim: PickClaimRow | undefined) =>
  refusal('pick-taken', { name: claim?.userName ?? '' });
