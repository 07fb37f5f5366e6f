import { listOf } from '#platform/shapes/shape.ts';
import { auditQueryParams } from '../input.ts';
import { type AuditEntryRow, auditRow } from '../shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { type Route, readRoute } from '#platform/server/http/route.ts';
import { findAudit } from './find.ts';
import { loadNames, extractNameKeys } from './names.ts';
import type { AuditRecord } from './audit-record.ts';
import { createAuditReader } from './readable.ts';

/** Returns the first day whose entries are all in the database; null if none were archived. */
async function loadFirstRetainedDay(db: Queryable): Promise<string | null> {
  const archives = await db
    .selectFrom('auditArchives')
    .select((eb) => eb.fn.max<string | null>('before').as('since'))
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
      const visibleRows = rows.map((row) => {
        const [before, after] = [values(row, row.before), values(row, row.after)];
        const toJsonText = (value: unknown) => (value === null ? null : JSON.stringify(value));
        return { row: { ...row, before: toJsonText(before), after: toJsonText(after) }, before, after };
      });
      const names = await loadNames(
        db,
        reader,
        visibleRows.map(({ row }) => row),
      );
      const body = visibleRows.map(({ row, ...visibleValues }) => presentAudit(row, visibleValues, names));
      const since = await loadFirstRetainedDay(db);
      return { status: 200, body, ...(since && { headers: { 'x-audit-since': since } }) };
    },
  }),
];

/** Fields that can contain a row's name. */
const nameKeys = ['name', 'label', 'orderNo', 'number', 'email'] as const;

/**
 * Returns the response row of an entry. `before` and `after` are already limited to what the reader may see.
 */
function presentAudit(
  row: AuditRecord,
  { before, after }: { before: unknown; after: unknown },
  names: ReadonlyMap<string, string>,
): AuditEntryRow {
  const namesById = [...new Set(extractNameKeys(row))].flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return {
    ...row,
    before,
    after,
    entityName: names.get(row.entityId ?? '') ?? readName(after) ?? readName(before),
    names: Object.fromEntries(namesById),
  };
}

function readName(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const row = value as Record<string, unknown>;
  const key = nameKeys.find((key) => typeof row[key] === 'string');
  return key === undefined ? null : (row[key] as string);
}
