import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { auditQuery, auditRow } from '#contract/audit.ts';
import { jsonObject } from '../../db/json-sql.ts';
import { listAnswer } from '../../http/list.ts';
import { type Route, readRoute } from '../../http/route.ts';

/** The last instant of a day when only the day was given. */
const endOf = (moment: string) => (moment.length === 10 ? `${moment}T23:59:59.999Z` : moment);

export const auditRoutes: Route[] = [
  readRoute({
    path: '/audit',
    access: { kind: 'collection', collection: 'audit', flag: 'canView' },
    summary: 'Who did what, newest first.',
    query: auditQuery,
    response: z.array(auditRow),
    async run({ db, dialect, query }) {
      const object = jsonObject(dialect, {
        seq: ['seq', 'integer'],
        at: ['at', 'text'],
        userId: ['userId', 'text'],
        userName: ['userName', 'text'],
        ip: ['ip', 'text'],
        action: ['action', 'text'],
        entity: ['entity', 'text'],
        entityId: ['entityId', 'text'],
        before: ['before', 'json'],
        after: ['after', 'json'],
        requestId: ['requestId', 'text'],
      });
      const equal = (['entity', 'entityId', 'userId', 'action'] as const).flatMap((name) =>
        query[name] === undefined ? [] : [sql<SqlBool>`${sql.ref(name)} = ${query[name]}`],
      );
      const conditions = [
        ...equal,
        ...(query.from === undefined ? [] : [sql<SqlBool>`at >= ${query.from}`]),
        ...(query.to === undefined ? [] : [sql<SqlBool>`at <= ${endOf(query.to)}`]),
        ...(query.after === undefined ? [] : [sql<SqlBool>`seq < ${query.after}`]),
        ...(query.q
          ? [
              sql<SqlBool>`${sql.ref('userName')} like ${`%${query.q.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
            ]
          : []),
      ];
      const source = {
        db,
        dialect,
        from: sql`audit`,
        object,
        conditions,
        sortable: { seq: 'seq' },
        key: 'seq',
        defaultSort: '-seq',
      };
      return listAnswer(source, query);
    },
  }),
];
