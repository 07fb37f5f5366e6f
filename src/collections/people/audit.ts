import {
  readId,
  type JsonRecord,
  readNumberValue,
  readRecord,
  type TolerantList,
  readText,
} from '#contract/tolerant.ts';
import { readList, readQuery } from '../read-query.ts';

/** One audit entry: user, action and row, with its fields before and after. */
export interface AuditEntry {
  seq: number;
  at: string | null;
  /** Null without a signed-in user: a failed sign-in. */
  userId: string | null;
  userName: string | null;
  ip: string | null;
  action: string;
  /** The collection, by its name on the wire. */
  entity: string;
  entityId: string | null;
  entityName: string | null;
  before: JsonRecord;
  after: JsonRecord;
  /** Names of rows whose ids occur in `before` and `after`. */
  names: JsonRecord;
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

/** `keptSince`: the earliest day whose entries the server still stores; older ones were archived. */
export interface AuditPage extends TolerantList<AuditEntry> {
  keptSince: string | null;
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
      keptSince: readText(reply.headers.get('x-audit-since')),
    }),
  });
}

function readEntry(row: JsonRecord): AuditEntry | null {
  const seq = readNumberValue(row['seq']) ?? readNumberValue(readId(row));
  if (seq === null) return null;
  return {
    seq,
    at: readText(row['at']),
    userId: readText(row['userId']),
    userName: readText(row['userName']),
    ip: readText(row['ip']),
    action: readText(row['action']) ?? '',
    entity: readText(row['entity']) ?? '',
    entityId: readText(row['entityId']),
    entityName: readText(row['entityName']),
    before: readRecord(row['before']),
    after: readRecord(row['after']),
    names: readRecord(row['names']),
  };
}
