import type { AuditEntryRow } from '../shapes.ts';
import type { AuditRecord } from './audit-record.ts';
import { nameKeysIn } from './names.ts';

/** Fields with a row's name. */
const nameKeys = ['name', 'label', 'orderNo', 'number', 'email'] as const;

type Json = unknown;

/** Returns the JSON of an entry with names. `before` and `after` are limited to what the reader may see. */
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
  const key = nameKeys.find((key) => typeof row[key] === 'string');
  return key === undefined ? null : (row[key] as string);
}
