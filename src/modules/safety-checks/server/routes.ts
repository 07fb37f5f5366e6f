import { sql, type SqlBool } from 'kysely';
import { dailyQueryParams } from '#modules/reports/figures-input.ts';
import { listQuery } from '#platform/documents/document-list-query.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { listDocuments } from '#platform/documents/server/list.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { readRoute } from '#platform/server/http/route.ts';
import { listOf } from '#platform/shapes/shape.ts';
import { createCheckInput, patchCheckInput } from '../input.ts';
import { safetyCheckList } from '../list.ts';
import { safetyCheck, safetyCheckSummary, safetyRecordRow } from '../shapes.ts';
import { changeCheck } from './change.ts';
import { createCheck } from './create.ts';
import { checkDocument } from './definition.ts';
import { loadSafetyRecord } from './record.ts';
import { checkStore, presentCheck, toCheckSummary } from './rows.ts';

const resultConditions = {
  outOfLimits: sql<SqlBool>`${sql.ref('safetyChecks.isWithin')} = 0`,
  late: sql<SqlBool>`${sql.ref('safetyChecks.isLate')} = 1`,
};

export const safetyCheckRoutes = documentRoutes({
  store: checkStore,
  response: safetyCheck,
  present: presentCheck,
  list: {
    summary: 'Food safety checks in scope, newest first',
    query: listQuery(safetyCheckList),
    response: listOf(safetyCheckSummary),
    run: ({ db, query }, actor) =>
      listDocuments(
        db,
        actor,
        checkDocument,
        query,
        toCheckSummary,
        query.result === undefined ? [] : [resultConditions[query.result]],
      ),
  },
  one: { summary: 'One food safety check with history and allowed transitions' },
  create: {
    summary: 'Record a check: limits and due time are checked against its check point',
    body: createCheckInput,
    run: createCheck,
  },
  change: {
    method: 'patch',
    flag: 'anyWrite',
    summary: 'Edit the note of a check, or verify or void it with `{ status }`',
    body: patchCheckInput,
    async run(ctx, check, body, assertVersion) {
      await changeCheck(ctx, check, body, assertVersion);
      return check;
    },
  },
  additionalRoutes: [
    readRoute({
      path: '/safety-checks/record',
      isLong: () => true,
      access: { kind: 'collection', collection: 'safety-checks', flag: 'canView' },
      summary: 'The food safety record over days: every check, and every due time that passed without one',
      query: dailyQueryParams,
      response: listOf(safetyRecordRow),
      run: async ({ db, actor, now, query }) => ({
        status: 200,
        body: await loadSafetyRecord(db, requireActor(actor), query, { now }),
      }),
    }),
  ],
});
