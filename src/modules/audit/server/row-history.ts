import { sameValue } from '#core/same-value.ts';
import type { RowChange } from '#platform/collections/row-history-shape.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { AuditRecord } from './audit-record.ts';
import { findAudit } from './find.ts';

type Values = Readonly<Record<string, unknown>>;

interface HistoryOf {
  entity: string;
  id: string;
  /** Fields to include: no secrets and nothing that the caller may not see. */
  fields: readonly string[];
  limit: number;
  page: number;
}

/** Returns the changes of a row, newest first, each with the changed fields. */
export async function rowHistory(
  db: Queryable,
  { entity, id, fields, limit, page }: HistoryOf,
): Promise<RowChange[]> {
  const rows = await findAudit(db, null, { entity, entityId: id, limit, page });
  return rows.map((row) => changeIn(row, fields));
}

function changeIn(row: AuditRecord, fields: readonly string[]): RowChange {
  const [before, after] = [valuesIn(row.before), valuesIn(row.after)];
  const changed = fields.filter((name) => !sameValue(before[name] ?? null, after[name] ?? null));
  const only = (values: Values) =>
    Object.fromEntries(changed.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
  return {
    seq: Number(row.seq),
    at: row.at,
    userId: row.userId,
    userName: row.userName,
    action: actionOf(row.action, before, after, changed),
    before: only(before),
    after: only(after),
  };
}

/** Archiving is an edit, but shown as an action of its own. */
function actionOf(action: string, before: Values, after: Values, changed: readonly string[]): string {
  const isAll = changed.every((name) => name === 'isActive');
  if (action !== 'edit' || !isAll || before['isActive'] === after['isActive']) return action;
  return after['isActive'] === false ? 'archive' : 'restore';
}

function valuesIn(json: string | null): Values {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}
