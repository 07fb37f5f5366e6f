import type { AuditEntryRow } from '#contract/audit.ts';
import type { AuditRecord } from './audit-record.ts';
import { nameKeysIn } from './names.ts';

/** Under these names a row says what it is called. */
const nameKeys = ['name', 'label', 'orderNo', 'number', 'email'] as const;

type Json = unknown;

/** An entry as the API answers it, with the names of what it is about. `before` and `after` are what its reader may read. */
export function presentAudit(
  row: AuditRecord,
  { before, after }: { before: Json; after: Json },
  names: ReadonlyMap<string, string>,
): AuditEntryRow {
  const known = [...new Set(nameKeysIn(row))].flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return {
    ...row,
    before,
    after,
    entityName: names.get(row.entityId ?? '') ?? nameIn(after) ?? nameIn(before),
    names: Object.fromEntries(known),
  };
}

function nameIn(value: Json): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const row = value as Record<string, unknown>;
  const key = nameKeys.find((one) => typeof row[one] === 'string');
  return key === undefined ? null : (row[key] as string);
}
