import type { ReactNode } from 'react';
import {
  type FieldKind,
  getFieldKind,
  type FieldSpec,
  type Shape,
  type Wire,
} from '#platform/shapes/shape.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { formatCount, formatDay, formatInstant } from '#platform/web/format/format.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';

/** A label and its value; omitted if the value is null. */
export type Fact = [label: string, value: string | null];

/** Labels by value, or a function that returns them; values without a label are shown unchanged. */
type ValueLabels<D> = Readonly<Record<string, string>> | ((value: string, document: D) => string | null);

/** Display options that the field kind doesn't determine. */
export interface FieldDisplay<D> {
  /** Format of amounts in the document's currency. */
  money?(document: D): MoneyFormat;
  /** Number format of costs and other amounts in the base currency, and the names of their fields. */
  baseCurrency?: { fields: readonly (keyof D & string)[]; money: MoneyFormat };
  /** Labels for a field's values, such as shifts. List exports use them, too. */
  valueLabels?: { readonly [K in keyof D & string]?: ValueLabels<D> };
  /** Amounts omitted from facts if they are 0. */
  omitIfZero?: readonly (keyof D & string)[];
}

interface DocumentFields<D, K extends string> {
  /** Returns the column of a field, with overridden properties. */
  column(name: K, overrides?: Partial<Column<D>>): Column<D>;
  /**
   * Returns the field's label and value; the value is null if the field is empty.
   *
   * @param extend adds to the value, for example a person's name
   */
  fact(document: D, name: K, extend?: (value: string) => string): Fact;
}

/** Kinds with right-aligned values. */
const numeric: ReadonlySet<FieldKind> = new Set(['integer', 'number', 'quantity', 'money', 'cost', 'price']);

/** Kinds that stay on one line. */
const nonWrapping: ReadonlySet<FieldKind> = new Set(['label', 'day', 'moment']);

/**
 * Returns formatters for a document kind's fields, used in lists, panels and printouts. The field kind
 * determines format and alignment; the list specification determines sorting.
 *
 * @param labels field labels
 */
export function documentFields<
  const S extends Shape,
  const L extends { readonly [K in keyof S & string]?: string },
>(
  shape: S,
  { sorts }: { sorts: readonly string[] },
  labels: L,
  display: FieldDisplay<Wire<S>> = {},
): DocumentFields<Wire<S>, keyof L & keyof S & string> {
  type D = Wire<S>;
  type K = keyof L & keyof S & string;
  const label = (name: K) => String(labels[name]);
  const getValue = (document: D, name: K) => (document as Readonly<Record<string, unknown>>)[name];
  const formatValue = (document: D, name: K): string => {
    const value = getValue(document, name);
    if (value === null || value === undefined || value === '') return '';
    const valueLabels = display.valueLabels?.[name as never] as ValueLabels<D> | undefined;
    if (typeof value === 'string' && valueLabels !== undefined) {
      if (typeof valueLabels === 'function') return valueLabels(value, document) ?? value;
      return Object.hasOwn(valueLabels, value) ? (valueLabels[value] ?? value) : value;
    }
    return formatField(shape[name] as FieldSpec, value, {
      money: display.baseCurrency?.fields.includes(name as never)
        ? display.baseCurrency.money
        : display.money?.(document),
      unit: (document as { unitSymbol?: string }).unitSymbol ?? '',
    });
  };
  return {
    column(name, overrides = {}) {
      const kind = getFieldKind(shape[name] as FieldSpec);
      const className =
        kind === 'name' ? 'min-w-32' : nonWrapping.has(kind) ? 'whitespace-nowrap' : undefined;
      return {
        // The column's key omits the suffix: `branchName` has the key `branch`.
        key: kind === 'name' ? name.replace(/Name$/, '') : name,
        label: label(name),
        cell: (document): ReactNode => formatValue(document, name),
        value: (document) =>
          display.valueLabels !== undefined && name in display.valueLabels
            ? formatValue(document, name) || null
            : (getValue(document, name) as string | number | null),
        ...(sorts.includes(name) && { sort: name }),
        ...(numeric.has(kind) && { isNumeric: true }),
        ...(className !== undefined && { className }),
        ...overrides,
      };
    },
    fact(document, name, extend = (value) => value) {
      const isOmitted = getValue(document, name) === 0 && display.omitIfZero?.includes(name as never);
      const value = isOmitted ? '' : formatValue(document, name);
      return [label(name), value === '' ? null : extend(value)];
    },
  };
}

function formatField(
  spec: FieldSpec,
  value: unknown,
  { money, unit }: { money: MoneyFormat | undefined; unit: string },
): string {
  switch (getFieldKind(spec)) {
    case 'moment':
      return formatInstant(String(value));
    case 'day':
      return formatDay(String(value));
    case 'integer':
      return formatCount(Number(value));
    case 'quantity':
      return formatAmount(Number(value), unit);
    case 'money':
    case 'cost':
      return money?.(Number(value)) ?? String(value);
    case 'price':
      return money?.price(Number(value)) ?? String(value);
    default:
      return String(value);
  }
}
