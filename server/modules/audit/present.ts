import type { AuditEntryRow } from '#contract/audit.ts';
import type { AuditEntry } from './entry.ts';
import { namedIn } from './names.ts';

/** Never answered, whatever may have come into the audit. */
const secrets = /password(?:hash)?$|token|secret/i;

/** What things cost, for those who may not see it. */
const costs = new Set([
  'standardCost',
  'unitCost',
  'avgCost',
  'value',
  'cost',
  'unitCostE4',
  'valueE4',
  'costE4',
]);

/** Under these names a row says what it is called. */
const nameKeys = ['name', 'label', 'orderNo', 'number', 'email'] as const;

type Json = unknown;

/** An entry as the API answers it: what it speaks of by name, and nothing that the reader may not see. */
export function presentAudit(
  row: AuditEntry,
  names: ReadonlyMap<string, string>,
  showsCosts: boolean,
): AuditEntryRow {
  const isHidden = (key: string, value: Json) =>
    (secrets.test(key) && value !== 'changed') || (!showsCosts && costs.has(key));
  const before = without(parsed(row.before), isHidden);
  const after = without(parsed(row.after), isHidden);
  const known = [...new Set(namedIn(row))].flatMap((id) => {
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

const parsed = (text: string | null): Json => (text === null ? null : JSON.parse(text));

function without(value: Json, isHidden: (key: string, value: Json) => boolean): Json {
  if (Array.isArray(value)) return value.map((entry: Json) => without(entry, isHidden));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !isHidden(key, inner));
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(inner, isHidden)]));
}

function nameIn(value: Json): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const row = value as Record<string, unknown>;
  const key = nameKeys.find((one) => typeof row[one] === 'string');
  return key === undefined ? null : (row[key] as string);
}
