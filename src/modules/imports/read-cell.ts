import { readNumber } from '#core/number-text.ts';
import { removeFormulaGuards } from '#core/formula-guard.ts';
import { foldText } from '#core/text.ts';
import type { FieldDefinition } from '#platform/collections/fields.ts';
import { getSchema } from '#platform/collections/schemas.ts';
import type { CellCodec, CellReadOptions } from './cell-codec.ts';
import { isJson, readCodedCell } from './cell-codecs.ts';
import { readDate, stripPercent } from '#core/read-scalars.ts';
import { englishRefusal, parseEnglishRefusal } from '#core/refusals/english.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { type Cell, machineFormat } from '#core/file-format.ts';
import type { CellProblem } from './shapes.ts';

/**
 * Parsed value (references remain as in the file; null for an empty cell) with `isRounded` if decimals were
 * dropped, or the problem.
 */
export type ReadCell = { value: unknown; isRounded?: true } | { problem: Omit<CellProblem, 'column'> };

/** The field to parse, and the codec of a structured value. */
interface CellColumn {
  field: FieldDefinition;
  codec: CellCodec | null;
}

type Reader = (text: string, column: CellColumn, options: CellReadOptions) => ReadCell;

const toProblem = (code: CellProblem['code'], reason: Refusal): ReadCell => ({
  problem: { code, message: englishRefusal(reason), ...reason },
});

const asText: Reader = (text) => ({ value: text });

const asNumber: Reader = (text, _column, { format }) => {
  const value = readNumber(text, format.decimal);
  if (value !== null) return { value };
  const details = { text: truncate(text) };
  return toProblem(
    'not-number',
    refusal(format.decimal === 'point' ? 'cell-number' : 'cell-number-comma', details),
  );
};

const readers: Record<FieldDefinition['kind'], Reader> = {
  text: asText,
  longText: asText,
  code: asText,
  email: asText,
  phone: asText,
  timezone: asText,
  picture: asText,
  reference: asText,
  references: asText,
  integer: asNumber,
  quantity: asNumber,
  money: asNumber,
  price: asNumber,
  percent: (text, column, options) => asNumber(stripPercent(text), column, options),
  date: (text, _column, { format }) => {
    const value = readDate(text, format.dates);
    return value === null ? toProblem('not-date', refusal('cell-date', { text: truncate(text) })) : { value };
  },
  boolean: (text) => {
    const value = yesNo.get(foldText(text));
    return value === undefined
      ? toProblem('not-yes-no', refusal('cell-yes-no', { text: truncate(text) }))
      : { value };
  },
  choice: (text, { field: { options } }, { words }) => {
    const folded = foldChoice(text);
    const choice = options.find((option) => foldChoice(option) === folded) ?? words[foldText(text)];
    if (choice !== undefined && options.includes(choice)) return { value: choice };
    return toProblem(
      'not-choice',
      refusal('cell-choice', { text: truncate(text), options: options.join(', ') }),
    );
  },
  json: (text, { field, codec }, options) => {
    const value = readCodedCell(text, codec, options);
    const unreadable = toProblem('not-readable', refusal('cell-unreadable', { text: truncate(text) }));
    if (value === undefined) return unreadable;
    const result = getSchema(field).safeParse(value);
    if (result.success) return { value: result.data };
    const reason = parseEnglishRefusal(result.error.issues[0]?.message ?? '');
    return reason ? toProblem('rule', reason) : unreadable;
  },
};

/** Maximum characters by kind; other kinds accept any cell. */
const maxCharacters: Partial<Record<FieldDefinition['kind'], number>> = {
  integer: 100,
  quantity: 100,
  money: 100,
  price: 100,
  percent: 100,
  date: 100,
  boolean: 100,
  choice: 200,
  reference: 200,
  picture: 200,
  code: 200,
  email: 300,
  phone: 100,
  timezone: 100,
};

/** Kinds whose value is resolved later. */
const kindsResolvedLater: ReadonlySet<FieldDefinition['kind']> = new Set(['reference', 'references', 'json']);

/**
 * Parses a cell as the value of a field. Empty cells, and the text `NULL` from databases, are parsed as null.
 * An apostrophe that escapes a formula is removed.
 */
export function readCell(raw: Cell, column: CellColumn, options: CellReadOptions): ReadCell {
  const { field } = column;
  const text = readPlainText(raw);
  if (text === '') return { value: null };
  const maxCodedLength = isJson(text) ? undefined : column.codec?.maxLength;
  const maxLength = maxCodedLength ?? maxCharacters[field.kind] ?? Number.POSITIVE_INFINITY;
  if (text.length > maxLength) return toProblem('rule', refusal('too-long', { n: maxLength }));
  const parsed = readers[field.kind](
    text,
    column,
    typeof raw === 'number' ? { ...options, format: machineFormat } : options,
  );
  if ('problem' in parsed || kindsResolvedLater.has(field.kind)) return parsed;
  const value = roundToStored(parsed.value, field.kind);
  const result = getSchema(field).safeParse(value);
  return result.success
    ? { value: result.data, ...(value !== parsed.value && { isRounded: true }) }
    : toProblem(
        'rule',
        parseEnglishRefusal(result.error.issues[0]?.message ?? '') ?? refusal('invalid-input'),
      );
}

/** Stored decimals by kind of number. */
export const storedDecimals: Partial<Record<FieldDefinition['kind'], number>> = {
  quantity: 6,
  money: 4,
  price: 6,
  percent: 6,
};

function roundToStored(value: unknown, kind: FieldDefinition['kind']): unknown {
  const decimals = storedDecimals[kind];
  return typeof value === 'number' && decimals !== undefined ? Number(value.toFixed(decimals)) : value;
}

/** Returns the text of a cell. */
export function readPlainText(raw: Cell): string {
  if (raw === null) return '';
  const text = String(raw).trim();
  // Workbook numbers may print with an exponent.
  if (typeof raw === 'number' && text.includes('e-')) return raw.toFixed(20);
  if (text === 'NULL') return '';
  return removeFormulaGuards(text).trim();
}

const yesNo: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1', 'x', '✓', 'نعم', 'on'].map((word) => [foldText(word), true] as const),
  ...['false', 'no', 'n', '0', '-', 'لا', 'off'].map((word) => [foldText(word), false] as const),
]);

/** `Central kitchen`, `central-kitchen` and `central_kitchen` are equal. */
const foldChoice = (text: string) => foldText(text).replace(/[\s_-]+/g, '_');

const truncate = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
