import { z } from 'zod';
import { mayRead } from '#domain/permissions.ts';
import { auditQuery, auditRow } from '#contract/audit.ts';
import type { Queryable } from '../../db/types.ts';
import { type Route, readRoute } from '../../http/route.ts';
import { findAudit } from './find.ts';
import { namesIn } from './names.ts';
import { presentAudit } from './present.ts';

/** The first day whose entries are all in the database, once older ones were archived. */
async function keptSince(db: Queryable): Promise<string | null> {
  const archives = await db
    .selectFrom('auditArchives')
    .select((on) => on.fn.max<string | null>('before').as('since'))
    .executeTakeFirst();
  return archives?.since ?? null;
}

export const auditRoutes: Route[] = [
  readRoute({
    path: '/audit',
    access: { kind: 'collection', collection: 'audit', flag: 'canView' },
    summary:
      'Who did what, newest first. Not counted: ask for older ones with `after` until none come. X-Audit-Since is the day from which on entries are kept here, once older ones were archived.',
    query: auditQuery,
    response: z.array(auditRow),
    async run({ db, actor, query }) {
      const rows = await findAudit(db, actor, query);
      const names = await namesIn(db, rows);
      const showsCosts = actor !== null && mayRead(actor, 'costs');
      const body = rows.map((row) => presentAudit(row, names, showsCosts));
      const since = await keptSince(db);
      return { status: 200, body, ...(since && { headers: { 'x-audit-since': since } }) };
    },
  }),
];
