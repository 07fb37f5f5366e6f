import { listOf } from '#platform/shapes/shape.ts';
import { auditQueryParams } from '../input.ts';
import { auditRow } from '../shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { type Route, readRoute } from '#platform/server/http/route.ts';
import { findAudit } from './find.ts';
import { loadNames } from './names.ts';
import { createAuditReader } from './readable.ts';
import { presentAudit } from './present.ts';

/** Returns the first day with all entries in the database, if older ones were archived. */
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
      'Audit log, newest first, without a total: page with `after` until the list is empty. X-Audit-Since is the first day that is not archived.',
    query: auditQueryParams,
    response: listOf(auditRow),
    async run({ db, actor, query }) {
      const rows = await findAudit(db, actor, query);
      const reader = requireActor(actor);
      const { values } = await createAuditReader(db, reader, rows);
      const readable = rows.map((row) => {
        const [before, after] = [values(row, row.before), values(row, row.after)];
        const text = (value: unknown) => (value === null ? null : JSON.stringify(value));
        return { row: { ...row, before: text(before), after: text(after) }, before, after };
      });
      const names = await loadNames(
        db,
        reader,
        readable.map(({ row }) => row),
      );
      const body = readable.map(({ row, ...shown }) => presentAudit(row, shown, names));
      const since = await keptSince(db);
      return { status: 200, body, ...(since && { headers: { 'x-audit-since': since } }) };
    },
  }),
];
