import type { z } from 'zod';
import type { Collection, MoneyVisibility } from '#core/permissions.ts';
import type { StorageType } from '#platform/shapes/storage.ts';
import type { SchemaParts } from './schema-parts.ts';

/** Field type; it determines input, display, import and filters. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'code'
  | 'email'
  | 'phone'
  | 'date'
  | 'timezone'
  | 'integer'
  | 'quantity'
  | 'money'
  | 'price'
  | 'percent'
  | 'boolean'
  | 'choice'
  | 'reference'
  | 'references'
  | 'picture'
  | 'json';

/** Cell formats of structured values, implemented in `imports/cell-codecs.ts`. */
export type CellFormat =
  | 'weekdays'
  | 'list'
  | 'times'
  | 'time'
  | 'deliveryDays'
  | 'rates'
  | 'earlierRates'
  | 'byWeekday'
  | 'allergens'
  | 'nutrition'
  | 'transferPrice'
  | 'conversions'
  | 'closedDays'
  | 'dayEnds'
  | 'components'
  | 'lines';

export type SchemaMaker<Value> = (parts: SchemaParts) => z.ZodType<Value>;

/**
 * One field of a collection. `Value` is the wire type, including null for an optional field; `Stored` is its
 * column type.
 */
export interface FieldDefinition<Value = unknown, Stored extends StorageType = StorageType> {
  kind: FieldKind;
  storage: Stored;
  label: string;
  /** Help text below the input, if the label isn't enough. */
  hint: string | null;
  isRequired: boolean;
  /** Builds the wire schema of the value, including null for an optional field: `schemaOf(field)`. */
  schema: SchemaMaker<Value>;
  /** Default for a new row; unused for required fields. */
  initial: Value | null;
  /** The options of a choice. */
  options: readonly string[];
  /** For a reference or picture: the referenced collection. */
  refersTo: Collection | null;
  /** The cell format of a structured value; null for JSON. */
  cell: CellFormat | null;
  /** Who may read the field; every amount and price specifies its own visibility. */
  visibility: MoneyVisibility;
}

interface Settings<Value> {
  hint?: string;
  /** Default for a new row; a field with a default is never empty. */
  initial?: Value;
}

type ExtraProperties = Partial<Pick<FieldDefinition, 'options' | 'refersTo' | 'cell' | 'visibility'>>;

function buildField<Value, Stored extends StorageType>(
  kind: FieldKind,
  storage: Stored,
  label: string,
  schema: SchemaMaker<Value>,
  { hint, initial }: Settings<Value>,
  extra: ExtraProperties = {},
) {
  const base = {
    kind,
    storage,
    label,
    hint: hint ?? null,
    options: [],
    refersTo: null,
    cell: null,
    visibility: 'open' as const,
    ...extra,
  };
  const hasNoDefault = initial === undefined;
  return {
    /** Must be sent and can't be empty. */
    required: (): FieldDefinition<Value, Stored> => ({ ...base, isRequired: true, schema, initial: null }),
    /** May be omitted; empty values, including empty text, become null. */
    optional: (): FieldDefinition<Value | null, Stored> => ({
      ...base,
      isRequired: false,
      schema: (parts) =>
        parts.z.preprocess((value) => (value === '' ? null : value), schema(parts).nullable()),
      initial: null,
    }),
    /** May be omitted, in which case a new row gets the default. */
    filled: (): FieldDefinition<Value, Stored> => {
      if (hasNoDefault) throw new Error(`${label}: a filled field needs an initial value`);
      return { ...base, isRequired: false, schema, initial };
    },
  };
}

const buildTextSchema = (maxLength: number) => (parts: SchemaParts) =>
  parts.z.string().trim().min(1, 'Enter some text').max(maxLength, `At most ${maxLength} characters`);
const buildWholeNumberSchema = (min: number, max: number) => (parts: SchemaParts) =>
  parts.z.int('Enter a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`);
/** Number of at least 0 with a maximum number of decimals; also used in structured values. */
export const decimal = (max: number, decimals: number) => (parts: SchemaParts) =>
  parts.z
    .number()
    .min(0, '0 or more')
    .max(max, `At most ${max}`)
    .refine((value) => Number(value.toFixed(decimals)) === value, {
      error: `At most ${decimals} decimals`,
      params: { decimals },
    });

function isTimezone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Field types. Each is completed with `.required()`, `.optional()` (null if empty) or `.filled()` (with a
 * default).
 */
export const field = {
  text: (label: string, settings: Settings<string> & { most?: number } = {}) =>
    buildField('text', 'text', label, buildTextSchema(settings.most ?? 120), settings),
  longText: (label: string, settings: Settings<string> = {}) =>
    buildField('longText', 'text', label, buildTextSchema(1000), settings),
  /** A short text without spaces that people type and print. */
  code: (label: string, settings: Settings<string> & { most?: number } = {}) =>
    buildField(
      'code',
      'text',
      label,
      (parts) => buildTextSchema(settings.most ?? 40)(parts).regex(/^\S+$/, 'Spaces aren’t allowed'),
      settings,
    ),
  email: (label: string, settings: Settings<string> = {}) =>
    buildField(
      'email',
      'text',
      label,
      (parts) => buildTextSchema(200)(parts).pipe(parts.z.email('Enter an email address')),
      settings,
    ),
  phone: (label: string, settings: Settings<string> = {}) =>
    buildField(
      'phone',
      'text',
      label,
      (parts) => buildTextSchema(40)(parts).regex(/^[+(\d][\d\s()/.-]*$/, 'Enter a phone number'),
      settings,
    ),
  date: (label: string, settings: Settings<string> = {}) =>
    buildField('date', 'text', label, ({ calendarDate }) => calendarDate, settings),
  timezone: (label: string, settings: Settings<string> = {}) =>
    buildField(
      'timezone',
      'text',
      label,
      (parts) => buildTextSchema(60)(parts).refine(isTimezone, 'Enter a time zone like Europe/London'),
      settings,
    ),
  integer: (label: string, settings: Settings<number> & { min?: number; max?: number } = {}) =>
    buildField(
      'integer',
      'integer',
      label,
      buildWholeNumberSchema(settings.min ?? 0, settings.max ?? 1_000_000),
      settings,
    ),
  /** Up to 6 decimals, in the unit stated by the label or hint. */
  quantity: (label: string, settings: Settings<number> = {}) =>
    buildField('quantity', 'micro', label, decimal(1_000_000_000, 6), settings),
  /** Degrees Celsius from -100 to 200, with at most one decimal. */
  temperature: (label: string, settings: Settings<number> = {}) =>
    buildField('quantity', 'micro', label, ({ temperature }) => temperature, settings),
  /** Up to 4 decimals, in the base currency. `visibility`: who may read it. */
  money: (label: string, visibility: MoneyVisibility, settings: Settings<number> = {}) =>
    buildField('money', 'e4', label, decimal(100_000_000, 4), settings, { visibility }),
  /** A price per unit: up to 6 decimals, in the base currency. `visibility`: who may read it. */
  price: (label: string, visibility: MoneyVisibility, settings: Settings<number> = {}) =>
    buildField('price', 'micro', label, decimal(100_000_000, 6), settings, { visibility }),
  percent: (label: string, settings: Settings<number> & { min?: number; max?: number } = {}) =>
    buildField(
      'percent',
      'micro',
      label,
      (parts) => {
        const { min = 0, max = 100 } = settings;
        return decimal(max, 6)(parts).refine((value) => value >= min, `At least ${min}`);
      },
      settings,
    ),
  boolean: (label: string, settings: Settings<boolean> = {}) =>
    buildField('boolean', 'boolean', label, ({ z }) => z.boolean(), { initial: false, ...settings }),
  choice: <const Option extends string>(
    label: string,
    options: readonly Option[],
    settings: Settings<Option> = {},
  ) =>
    buildField(
      'choice',
      'text',
      label,
      ({ z }) =>
        z.enum(
          options as readonly string[] as [string, ...string[]],
          `Choose one of: ${options.join(', ')}`,
        ) as unknown as z.ZodType<Option>,
      settings,
      { options },
    ),
  reference: (label: string, refersTo: Collection, settings: Settings<string> = {}) =>
    buildField('reference', 'text', label, ({ id }) => id, settings, { refersTo }),
  references: (label: string, refersTo: Collection, settings: Settings<string[]> = {}) =>
    buildField(
      'references',
      'json',
      label,
      ({ z, id }) => z.array(id).max(500, 'At most 500'),
      { initial: [], ...settings },
      { refersTo },
    ),
  /** Id of a picture in the gallery. */
  picture: (label: string, settings: Settings<string> = {}) =>
    buildField('picture', 'text', label, ({ id }) => id, settings, { refersTo: 'gallery' }),
  /** A structured value with its own schema. */
  json: <Value>(
    label: string,
    schema: SchemaMaker<Value>,
    {
      cell,
      visibility,
      ...settings
    }: Settings<Value> & { cell?: CellFormat; visibility?: MoneyVisibility } = {},
  ) =>
    buildField('json', 'json', label, schema, settings, {
      cell: cell ?? null,
      visibility: visibility ?? 'open',
    }),
};
