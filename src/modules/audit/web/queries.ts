import { type AuditEntryRow, auditRow } from '../shapes.ts';
import { type JsonRecord, readRecord, readText, type TolerantList } from '#platform/shapes/tolerant.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';

/** One audit entry, with the fields of its row before and after. */
export interface AuditEntry extends AuditEntryRow {
  before: JsonRecord;
  after: JsonRecord;
}

export interface AuditRequest {
  userId?: string | undefined;
  entity?: string | undefined;
  entityId?: string | undefined;
  action?: string | undefined;
  /** Days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Returns entries older than the entry with this `seq`. */
  after?: number | undefined;
  limit: number;
}

/** `retainedSince`: the earliest day whose entries the server still stores; older ones were archived. */
export interface AuditPage extends TolerantList<AuditEntry> {
  retainedSince: string | null;
}

/** Queries audit entries, newest first. There is no total. */
export function auditQuery(request: AuditRequest) {
  return readQuery({
    collection: 'audit_data',
    key: ['page', request],
    lifetime: 'orders',
    path: 'audit',
    search: { ...request },
    read: (reply): AuditPage => ({
      ...readList(reply, readEntry),
      retainedSince: readText(reply.headers.get('x-audit-since')),
    }),
  });
}

const readRow = createReader(auditRow);

function readEntry(row: JsonRecord): AuditEntry | null {
  const entry = readRow(row);
  return entry && { ...entry, before: readRecord(entry.before), after: readRecord(entry.after) };
}
