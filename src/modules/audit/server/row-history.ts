import { isSameValue } from '#core/same-value.ts';
import type { RowChange } from '#platform/collections/row-history-shape.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { AuditRecord } from './audit-record.ts';
import { findAudit } from './find.ts';

type Values = Readonly<Record<string, unknown>>;

interface RowHistoryQuery {
  entity: string;
  id: string;
  /** Fields to include: no secrets and nothing that the caller may not see. */
  fields: readonly string[];
  limit: number;
  page: number;
}

/** Returns the changes to a row, newest first, each with the changed fields. */
export async function loadRowHistory(
  db: Queryable,
  { entity, id, fields, limit, page }: RowHistoryQuery,
): Promise<RowChange[]> {
  const rows = await findAudit(db, null, { entity, entityId: id, limit, page });
  return rows.map((row) => toRowChange(row, fields));
}

function toRowChange(row: AuditRecord, fields: readonly string[]): RowChange {
  const [before, after] = [parseValues(row.before), parseValues(row.after)];
  const changedFields = fields.filter((name) => !isSameValue(before[name] ?? null, after[name] ?? null));
  const pickChanged = (values: Values) =>
    Object.fromEntries(changedFields.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
  return {
    seq: Number(row.seq),
    at: row.at,
    userId: row.userId,
    userName: row.userName,
    action: getDisplayAction(row.action, before, after, changedFields),
    before: pickChanged(before),
    after: pickChanged(after),
  };
}

/** Archiving is stored as an edit, but shown as a separate action. */
function getDisplayAction(
  action: string,
  before: Values,
  after: Values,
  changedFields: readonly string[],
): string {
  const isOnlyActiveFlag = changedFields.every((name) => name === 'isActive');
  if (action !== 'edit' || !isOnlyActiveFlag || before['isActive'] === after['isActive']) return action;
  return after['isActive'] === false ? 'archive' : 'restore';
}

function parseValues(json: string | null): Values {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}
