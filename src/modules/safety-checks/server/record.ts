import { addDays, toUtcDay } from '#core/day.ts';
import type { Actor } from '#core/permissions.ts';
import { listSlotsByHistory } from '#modules/check-points/schedule.ts';
import { toWire } from '#platform/documents/document-rows.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { recordedFields, type SafetyRecordRow } from '../shapes.ts';
import { getCheckRequirements, getSchedules } from './points.ts';

interface RecordQuery {
  /** A location; by default all of the actor's. */
  branch?: string | undefined;
  /** First and last business day. */
  from: string;
  to: string;
}

/**
 * Loads the food safety record: every check that wasn't voided, and every due time that passed without one,
 * by location, day and time.
 *
 * @param prefersAltName whether names in the second language are preferred
 */
export async function loadSafetyRecord(
  db: Queryable,
  actor: Actor,
  query: RecordQuery,
  { now, prefersAltName = false }: { now: Date; prefersAltName?: boolean },
): Promise<SafetyRecordRow[]> {
  const { branch, from, to } = query;
  const points = await db
    .selectFrom('checkPoints')
    .innerJoin('branches', 'branches._id', 'checkPoints.branchId')
    .selectAll('checkPoints')
    .select(['branches.name as branchName', 'branches.nameAlt as branchNameAlt'])
    .select(['branches.timezone', 'branches.dayEnds'])
    .where(scopeCondition(actor, { branch: 'checkPoints.branchId' }))
    .$if(branch !== undefined, (rows) => rows.where('branchId', '=', branch ?? ''))
    .execute();
  const checks = await db
    .selectFrom('safetyChecks')
    .selectAll()
    .where(scopeCondition(actor, { branch: 'safetyChecks.branch' }))
    .where('status', '<>', 'Voided')
    .where('businessDay', '>=', from)
    .where('businessDay', '<=', to)
    .$if(branch !== undefined, (rows) => rows.where('branch', '=', branch ?? ''))
    .execute();
  const getNames = (row: (typeof points)[number] | (typeof checks)[number]) => {
    const [name, nameAlt] = 'pointName' in row ? [row.pointName, row.pointNameAlt] : [row.name, row.nameAlt];
    return {
      branchName: (prefersAltName ? row.branchNameAlt : null) ?? row.branchName,
      pointName: (prefersAltName ? nameAlt : null) ?? name,
    };
  };
  const recordedRows = checks.map((check): SafetyRecordRow => {
    const { _id: key, branch: branchId, number, checkedAt, userName } = check;
    const fields = toWire(recordedFields, check, {});
    return { key, branchId, ...getNames(check), ...fields, isMissed: false, number, checkedAt, userName };
  });
  const checkedSlots = new Set(checks.map(({ point, dueAt }) => `${point} ${dueAt}`));
  const missedRows = points.flatMap((point) => {
    const { minTemp, maxTemp, kind } = getCheckRequirements(point);
    const schedules = getSchedules(point);
    // In time zones ahead of UTC, the point may have been created on the next local day.
    const days = listDays(
      latest(from, addDays(toUtcDay(point.createdAt), -1)),
      earliest(to, addDays(toUtcDay(now), 1)),
    );
    return days.flatMap((businessDay) =>
      listSlotsByHistory(businessDay, schedules, point).flatMap((slot): SafetyRecordRow[] => {
        const dueAt = new Date(slot.dueAt).toISOString();
        const key = `${point._id} ${dueAt}`;
        if (slot.until >= now.getTime() || checkedSlots.has(key)) return [];
        const limits = { kind, minTemp, maxTemp };
        return [
          { ...noCheck, key, branchId: point.branchId, ...getNames(point), ...limits, businessDay, dueAt },
        ];
      }),
    );
  });
  const getSortKey = ({ branchName, businessDay, dueAt, checkedAt, pointName }: SafetyRecordRow) =>
    [branchName, businessDay, dueAt ?? checkedAt, pointName].join('\n');
  return [...recordedRows, ...missedRows].toSorted((a, b) => (getSortKey(a) < getSortKey(b) ? -1 : 1));
}

const noCheck = {
  number: null,
  checkedAt: null,
  userName: null,
  reading: null,
  secondReading: null,
  isMissed: true,
  isLate: false,
  isWithin: true,
  correctiveAction: null,
  note: null,
  signedBy: null,
  verifiedByName: null,
};

const latest = (a: string, b: string) => (a > b ? a : b);
const earliest = (a: string, b: string) => (a < b ? a : b);

function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
