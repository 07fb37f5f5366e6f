import { type JsonRecord, readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import type { AuditEntry } from './queries.ts';
import { getEnteredReason } from '#core/reasons/uses.ts';
import { useRoleLabel } from '#platform/web/layout/use-role-label.ts';
import { definitions } from '#modules/master-data/collections.ts';
import { type AnyResourceTexts, resourceMessages } from '#modules/master-data/web/messages.ts';
import { missingValue, formatQuantity } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { auditMessages } from './messages.ts';

/** A changed field as text. */
export interface FieldChangeText {
  field: string;
  label: string;
  before: string;
  after: string;
}

/**
 * Returns the labels of the audit log: collections, actions, fields and values. Unknown ones are shown
 * unchanged.
 */
export function useAuditLabels() {
  const t = useMessages(auditMessages);
  const roleLabel = useRoleLabel();
  const reasonText = useReasonText();
  const resources = useMessages(resourceMessages) as Readonly<Record<string, AnyResourceTexts>>;
  const collections: Readonly<Record<string, string>> = t.collections;
  const actions: Readonly<Record<string, string>> = t.actions;
  const fields: Readonly<Record<string, string>> = t.fields;
  const getTexts = (entity: string) => (Object.hasOwn(definitions, entity) ? resources[entity] : undefined);

  const getFieldLabel = (entity: string, field: string): string =>
    getTexts(entity)?.fields[field] ?? fields[field] ?? humanizeName(field.split('.').at(-1) ?? field);

  const getRoleName = ({ names }: { names: JsonRecord }, key: string): string | null => {
    const label = readText(names[`role:${key}`]) ?? readText(names[key]);
    return label === null ? null : roleLabel(key, label);
  };

  function describeChange(
    entry: { entity: string; names: JsonRecord },
    { field, before, after }: FieldChange,
  ): FieldChangeText {
    const texts = getTexts(entry.entity);
    const isMicro = field.endsWith('Micro');
    const format = (value: unknown) =>
      isMicro && readNumberValue(value) !== null
        ? formatQuantity((readNumberValue(value) ?? 0) / 1e6)
        : formatValue(value, {
            yes: t.yes,
            no: t.no,
            none: missingValue,
            getFieldLabel: (inner) => getFieldLabel(entry.entity, inner),
            getValueLabel: (word) =>
              (field === 'role' ? getRoleName(entry, word) : readText(entry.names[word])) ??
              (field === 'reason' || field === 'transitionReason' ? reasonText(word) || null : null) ??
              texts?.choices[field]?.[word] ??
              word,
          });
    return {
      field,
      label: getFieldLabel(entry.entity, isMicro ? field.replace('Micro', '') : field),
      before: format(before),
      after: format(after),
    };
  }

  return {
    t,
    getCollectionLabel: (entity: string) =>
      collections[entity] ?? getTexts(entity)?.many ?? humanizeName(entity),
    getActionLabel: (action: string) => actions[action] ?? humanizeName(action),
    /** At sign-in there is no user yet; the entry is about the user who signs in. */
    getUserLabel: ({ userName, entity, entityName }: AuditEntry) =>
      userName ?? (entity === 'sessions' ? entityName : null) ?? t.nobody,
    describeChanges: (entry: AuditEntry) =>
      findFieldDifferences(withReasonCode(entry.before), withReasonCode(entry.after)).map((change) =>
        describeChange(entry, change),
      ),
    /**
     * Returns the fields in which two states of a row differ, as text.
     *
     * @param getNames names by id for the values of a field
     */
    describeDifferences: (
      entity: string,
      before: JsonRecord,
      after: JsonRecord,
      getNames: (field: string) => JsonRecord,
    ) =>
      findFieldDifferences(before, after).map((change) =>
        describeChange({ entity, names: getNames(change.field) }, change),
      ),
  };
}

/** Shows a reason by its code, which is translated, instead of the text it was stored with. */
function withReasonCode(state: JsonRecord): JsonRecord {
  const { reasonCode, reasonNote, ...rest } = state;
  const code = readText(reasonCode);
  return code === null
    ? rest
    : {
        ...rest,
        reason: getEnteredReason({ reason: null, reasonCode: code, reasonNote: readText(reasonNote) }),
      };
}

export type AuditLabels = ReturnType<typeof useAuditLabels>;

/** Converts `shelfLifeDays` to `Shelf life days` and `item-levels` to `Item levels`. */
function humanizeName(name: string): string {
  const words = name
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One field of an entry before and after; `undefined` when it did not exist. */
interface FieldChange {
  /** Path of the field: `permissions.canEdit`. */
  field: string;
  before: unknown;
  after: unknown;
}

/** Fields maintained by the system. */
const technicalFields = new Set(['_id', 'id', 'createdAt', 'updatedAt', 'version', 'search']);

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const isSame = (a: unknown, b: unknown): boolean =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns the fields in which two states of a row differ, in the row's order; nested records are compared by
 * field. If there is only one state, returns all of its fields. An entry may record only the affected fields
 * after a change; missing ones count as unchanged.
 */
export function findFieldDifferences(before: JsonRecord, after: JsonRecord): FieldChange[] {
  const isChange = Object.keys(before).length > 0 && Object.keys(after).length > 0;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field): FieldChange[] => {
    if (technicalFields.has(field) || (isChange && !(field in after))) return [];
    const [oldValue, newValue] = [before[field], after[field]];
    if (isSame(oldValue, newValue)) return [];
    if ((isRecord(oldValue) || isEmpty(oldValue)) && (isRecord(newValue) || isEmpty(newValue)))
      return findFieldDifferences(asRecord(oldValue), asRecord(newValue)).map((change) => ({
        ...change,
        field: `${field}.${change.field}`,
      }));
    return [{ field, before: oldValue, after: newValue }];
  });
}

const asRecord = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

/** Labels for the parts of a value. */
export interface ValueLabels {
  yes: string;
  no: string;
  none: string;
  /** Label of a field. */
  getFieldLabel(field: string): string;
  /** Label of a value: the name for an id or the label of an option; otherwise the value itself. */
  getValueLabel(text: string): string;
}

/** Formats a value: names for ids, lists with commas, records as `Field: value`. */
export function formatValue(value: unknown, labels: ValueLabels): string {
  if (isEmpty(value)) return labels.none;
  if (value === true) return labels.yes;
  if (value === false) return labels.no;
  if (Array.isArray(value)) {
    return formatList(
      value.map((part: unknown) => formatValue(part, labels)),
      value.some(isRecord),
    );
  }
  if (isRecord(value)) {
    const parts = Object.entries(value).filter(
      ([field, part]) => !technicalFields.has(field) && !isEmpty(part),
    );
    return formatList(
      parts.map(([field, part]) => `${labels.getFieldLabel(field)} ${formatValue(part, labels)}`),
    );
  }
  return labels.getValueLabel(String(value));
}
