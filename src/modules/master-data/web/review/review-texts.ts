import type { Review } from '#modules/reviews/shapes.ts';
import {
  readBoolean,
  type JsonRecord,
  readNumberValue,
  readRecord,
  readText,
} from '#platform/shapes/tolerant.ts';
import type { Tone } from '#platform/web/ui/pill.tsx';
import { missingValue, formatQuantity } from '#platform/web/format/format.ts';
import { formatPrice } from '#platform/web/format/money.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { type Definition, getDefinition } from '../../collections.ts';
import { getFieldText, useValueContext } from '../field-value.ts';
import { type AnyResourceTexts, resourceMessages } from '../messages.ts';
import { getSupplierCurrency } from '../references/row-currency.ts';
import { useNames } from '../references/use-names.ts';
import { reviewMessages } from './messages.ts';

export const reviewTones: Readonly<Record<Review['status'], Tone>> = {
  Pending: 'amber',
  Approved: 'green',
  Returned: 'red',
  Withdrawn: 'neutral',
};

const priceFields: ReadonlySet<string> = new Set([
  'unitPrice',
  'standardCost',
  'transferPrice',
  'price',
  'priceDate',
  'priceIncludesVAT',
]);

type ReviewTexts = ReturnType<typeof useMessages<(typeof reviewMessages)['en']>>;

/** Returns the label of a proposal's kind. */
export function getProposalKindLabel({ collection, operation, change }: Review, t: ReviewTexts): string {
  const fields = Object.keys(change);
  if (operation === 'change' && fields.length === 1 && fields[0] === 'isActive')
    return change['isActive'] === false ? t.archive : t.restore;
  if (operation === 'change' && fields.some((field) => priceFields.has(field))) {
    if (fields.every((field) => priceFields.has(field))) return t.price;
  }
  return t.kinds[collection]?.[operation] ?? operation;
}

/** Returns a function for the labels of a reviewed row's fields. */
export function useFieldLabels(): (collection: Review['collection'], field: string) => string {
  const t = useMessages(reviewMessages);
  const texts: Readonly<Record<string, AnyResourceTexts>> = useMessages(resourceMessages);
  const additionalFields: Readonly<Record<string, string>> = {
    isActive: t.active,
    conversions: t.conversions,
    packs: t.packs,
  };
  return (collection, field) => additionalFields[field] ?? texts[collection]?.fields[field] ?? field;
}

/**
 * Returns the labels and formatted values of a reviewed row, including fields that aren't in its definition.
 * `row` contains all its values.
 */
export function useReviewedFieldFormat(
  collection: Review['collection'],
  fields: readonly string[],
  row: JsonRecord,
) {
  const t = useMessages(reviewMessages);
  const texts: AnyResourceTexts = useMessages(resourceMessages)[collection];
  const resource: Definition = getDefinition(collection);
  const names = useNames(['units', 'suppliers', 'currencies']);
  const context = useValueContext(collection, fields);
  const base = useBaseCurrency();
  const getUnitName = (id: unknown) => names.getName('units', id);
  const formatRows = (value: unknown, formatRow: (row: JsonRecord) => string) =>
    Array.isArray(value) && value.length > 0
      ? formatList(value.map((row: unknown) => formatRow(readRecord(row))))
      : missingValue;
  const formatPack = (pack: JsonRecord) => {
    const contents = `${formatQuantity(readNumberValue(pack['contentsQty']))} ${getUnitName(pack['unit'])}`;
    const price = readNumberValue(pack['price']);
    return t.pack(
      readText(pack['name']) ?? '',
      contents,
      price === null
        ? null
        : formatPrice(price, getSupplierCurrency(names, pack['supplierId'] ?? null, base)),
    );
  };
  const additionalFields: Readonly<Record<string, { label: string; read(value: unknown): string }>> = {
    isActive: { label: t.active, read: (value) => (readBoolean(value, true) ? t.isActive : t.isArchived) },
    conversions: {
      label: t.conversions,
      read: (value) =>
        formatRows(value, ({ fromUnit, toUnit, num, den }) =>
          t.conversion(
            getUnitName(fromUnit),
            formatQuantity((readNumberValue(num) ?? 0) / (readNumberValue(den) ?? 1)),
            getUnitName(toUnit),
          ),
        ),
    },
    packs: { label: t.packs, read: (value) => formatRows(value, formatPack) },
  };
  return {
    getLabel: (field: string) => additionalFields[field]?.label ?? texts.fields[field] ?? field,
    formatValue: (field: string, value: unknown) =>
      additionalFields[field]?.read(value) ??
      getFieldText(resource, field, { ...row, [field]: value }, context),
  };
}
