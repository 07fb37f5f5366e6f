import { sql } from 'kysely';
import { toMicro } from '#core/quantity.ts';
import { reportShapes } from '#modules/reports/report-shapes.ts';
import { toPercentWithin } from '#modules/reports/server/cells.ts';
import { defineRows, reportDays } from '#modules/reports/server/define.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { SafetyRecordRow } from '../shapes.ts';
import { loadSafetyRecord } from './record.ts';

const toNullableMicro = (value: number | null) => (value === null ? null : toMicro(value));

function getResult({ isMissed, isWithin, isLate }: SafetyRecordRow): string {
  if (isMissed) return 'missed';
  if (!isWithin) return 'out_of_limits';
  return isLate ? 'checked_late' : 'within_limits';
}

/** The food safety record for an inspector: all checks, including missed ones, and the share on time. */
export const foodSafetyReport = defineRows({
  shape: reportShapes['food-safety'],
  async read(db, request) {
    const { actor, query } = request;
    const record = await loadSafetyRecord(
      db,
      actor,
      { ...reportDays(request), branch: query.branch },
      request,
    );
    return {
      rows: record.map((row) => {
        const due = row.dueAt === null ? 0 : 1;
        const onTime = due === 1 && !row.isMissed && !row.isLate ? 1 : 0;
        return {
          key: row.key,
          branchId: row.branchId,
          day: row.businessDay,
          place: row.branchName,
          checkPoint: row.pointName,
          dueAt: row.dueAt,
          checkedAt: row.checkedAt,
          reading: toNullableMicro(row.reading),
          min: toNullableMicro(row.minTemp),
          max: toNullableMicro(row.maxTemp),
          result: getResult(row),
          correctiveAction: row.correctiveAction,
          secondReading: toNullableMicro(row.secondReading),
          checkedBy: row.signedBy ?? row.userName,
          verifiedBy: row.verifiedByName,
          document: row.number,
          ...(row.number !== null && { docType: 'safety_check', docId: row.key }),
          dueChecks: due,
          onTime,
          onTimeShare: due === 0 ? null : toPercentWithin(BigInt(onTime), 1n),
          outOfLimits: row.isWithin ? 0 : 1,
        };
      }),
    };
  },
  reconcilesWith: {
    measure: 'outOfLimits',
    source: 'the checks that were stored as out of limits and not voided',
    async sum(db, request) {
      const { from, to } = reportDays(request);
      const { branch } = request.query;
      const { rows } = await sql<{ found: number }>`select count(*) as found from ${sql.table('safetyChecks')}
        where ${scopeCondition(request.actor, { branch: 'safetyChecks.branch' })}
          and ${sql.ref('isWithin')} = 0 and status <> 'Voided'
          and ${sql.ref('businessDay')} between ${from} and ${to}
          and ${branch === undefined ? sql`1 = 1` : sql`branch = ${branch}`}`.execute(db);
      return BigInt(rows[0]?.found ?? 0);
    },
  },
});
