import { getBusinessDay } from '#core/business-day.ts';
import { wallClockMs } from '#core/cutoff.ts';
import { canActAtLocation } from '#core/permissions.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { type CheckSlot, listSlotsByHistory } from '#modules/check-points/schedule.ts';
import { buildEmptyRow, toRow } from '#platform/documents/document-rows.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import { insertDocument, newDocumentHeader } from '#platform/documents/server/write.ts';
import type { Row } from '#platform/server/db/tables.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { findCheckErrors, isWithinLimits } from '../check-rules.ts';
import type { CreateCheckInput } from '../input.ts';
import { safetyCheckSummary } from '../shapes.ts';
import { checkDocument } from './definition.ts';
import { getCheckRequirements, getSchedules } from './points.ts';
import { type CheckRow, checkStore, type LoadedCheck } from './rows.ts';

type Point = Row<'checkPoints'>;
type Branch = Pick<Row<'branches'>, 'name' | 'nameAlt' | 'timezone' | 'dayEnds'>;

/** Tolerance before and after the period in which a check counts for its due time: device clocks differ. */
const clockSkewMs = 5 * 60_000;

/**
 * A check that arrives later than this was queued on a device, so the user can no longer react to an error.
 */
const queuedAfterMs = 2 * 60_000;

/**
 * Records a check. Its check point determines whether it is within limits, on time and complete.
 *
 * @throws ApiProblem 409 DUPLICATE if the due time has already been checked, 422 by field
 */
export async function createCheck(ctx: CommandContext, input: CreateCheckInput): Promise<LoadedCheck> {
  const { tx } = ctx;
  const { point, branch } = await lockPoint(ctx, input.point);
  const requirements = getCheckRequirements(point);
  const errors = findCheckErrors(requirements, input);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const checkedAt = ctx.happenedAt.toISOString();
  const { minTemp, maxTemp, kind } = requirements;
  const slot = await findDueTime(ctx, point, branch, input.dueAt);
  const { photo = false, ...entered } = input;
  const header: CheckRow = {
    ...buildEmptyRow(safetyCheckSummary),
    ...toRow(safetyCheckSummary, {
      ...entered,
      minTemp,
      maxTemp,
      dueAt: slot === null ? null : new Date(slot.dueAt).toISOString(),
      isLate: slot !== null && ctx.happenedAt.getTime() > slot.until,
      isWithin: isWithinLimits(requirements, input.reading ?? null),
      hasPhoto: photo,
    }),
    ...newDocumentHeader(ctx, 'Recorded'),
    branch: point.branchId,
    branchName: branch.name,
    branchNameAlt: branch.nameAlt,
    point: point._id,
    pointName: point.name,
    pointNameAlt: point.nameAlt,
    kind,
    checkedAt,
    businessDay: getBusinessDay(checkedAt, branch),
    number: await takeDocumentNumber(tx, checkDocument, ctx.now),
  };
  const { number, dueAt, readingMicro, isWithin } = header;
  const after = { number, point: point._id, dueAt, readingMicro, isWithin };
  return insertDocument(ctx, checkStore, { header, lines: [] }, { after });
}

/**
 * Locks a check point of the actor's locations, so that two devices can't record the same due time.
 *
 * @throws ApiProblem 422 for a check point of another location, or one that was archived before the check
 */
async function lockPoint({ tx, actor, happenedAt }: CommandContext, id: string) {
  const point = await tx
    .lock(tx.selectFrom('checkPoints').selectAll().where('_id', '=', id))
    .executeTakeFirst();
  if (!point || !canActAtLocation(actor, point.branchId)) throw invalid({ point: refusal('check-no-point') });
  if (point.isActive !== 1 && point.updatedAt <= happenedAt.toISOString())
    throw invalid({ point: refusal('is-archived', { name: point.name }) });
  const branch = await tx
    .selectFrom('branches')
    .select(['name', 'nameAlt', 'timezone', 'dayEnds'])
    .where('_id', '=', point.branchId)
    .executeTakeFirstOrThrow();
  return { point, branch };
}

/**
 * Returns the due time that a check counts for; null for an additional check. A check that was queued on a
 * device is stored as an additional check instead of being rejected, so that its reading isn't lost.
 *
 * @throws ApiProblem 409 DUPLICATE, 422 if the check point wasn't due
 */
async function findDueTime(
  ctx: CommandContext,
  point: Point,
  branch: Branch,
  dueAt: string | undefined,
): Promise<CheckSlot | null> {
  if (dueAt === undefined) return null;
  const due = new Date(dueAt);
  const at = ctx.happenedAt.getTime();
  const wasQueued = ctx.now.getTime() - at > queuedAfterMs;
  const slot = listSlotsByHistory(getBusinessDay(due, branch), getSchedules(point), branch).find(
    (candidate) =>
      candidate.dueAt === due.getTime() &&
      at >= candidate.opensAt - clockSkewMs &&
      at < candidate.closesAt + clockSkewMs,
  );
  if (!slot) {
    if (wasQueued) return null;
    throw invalid({ dueAt: refusal('check-not-due') });
  }
  const duplicateError = await findDuplicateError(ctx, point, due, branch.timezone);
  if (duplicateError === null) return slot;
  if (wasQueued) return null;
  throw problem('DUPLICATE', duplicateError, { fields: { dueAt: duplicateError } });
}

/** Returns the error for a due time that has already been checked; null if it hasn't. */
async function findDuplicateError(
  { tx }: CommandContext,
  { _id }: Point,
  dueAt: Date,
  timezone: string,
): Promise<Refusal | null> {
  const check = await tx
    .selectFrom('safetyChecks')
    .select(['userName', 'checkedAt'])
    .where('point', '=', _id)
    .where('dueAt', '=', dueAt.toISOString())
    .where('status', '<>', 'Voided')
    .executeTakeFirst();
  if (!check) return null;
  const at = new Date(wallClockMs(Date.parse(check.checkedAt), timezone)).toISOString().slice(11, 16);
  return refusal('check-recorded', { who: check.userName, at });
}
