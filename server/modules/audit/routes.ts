import { z } from 'zod';
import { mayRead } from '#domain/permissions.ts';
import { auditQuery, auditRow } from '#contract/audit.ts';
import { type Route, readRoute } from '../../http/route.ts';
import { findAudit } from './find.ts';
import { namesIn } from './names.ts';
import { presentAudit } from './present.ts';

export const auditRoutes: Route[] = [
  readRoute({
    path: '/audit',
    access: { kind: 'collection', collection: 'audit', flag: 'canView' },
    summary: 'Who did what, newest first. Not counted: ask for older ones with `after` until none come.',
    query: auditQuery,
    response: z.array(auditRow),
    async run({ db, actor, query }) {
      const rows = await findAudit(db, actor, query);
      const names = await namesIn(db, rows);
      const showsCosts = actor !== null && mayRead(actor, 'costs');
      return { status: 200, body: rows.map((row) => presentAudit(row, names, showsCosts)) };
    },
  }),
];
