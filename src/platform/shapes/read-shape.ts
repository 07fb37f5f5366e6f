import {
  type AnyStructure,
  type FieldKind,
  fieldKind,
  type FieldSpec,
  isOptional,
  isNullable,
  isRequired,
  isSparse,
  type Shape,
  Structure,
  type Wire,
} from './shape.ts';
import {
  readBoolean,
  readId,
  readInstant,
  type JsonRecord,
  readNumberValue,
  readReference,
  readText,
  readTexts,
} from './tolerant.ts';

/** Decides which of a row's two names comes first. */
type NameOrder = (name: string, nameAlt: string | null) => { name: string; nameAlt: string | null };

const asSent: NameOrder = (name, nameAlt) => ({ name, nameAlt });

/** Reads a quantity with at most six decimals; null if there is none. */
export function readQuantity(value: unknown): number | null {
  const read = readNumberValue(value);
  return read === null ? null : Math.round(read * 1e6) / 1e6;
}

interface KindFacts {
  /** Reads the value tolerantly; null for anything invalid. */
  read(value: unknown): unknown;
  /** Takes the place of a missing value in a field that isn't nullable. */
  missing(): unknown;
}

const readFlag = (value: unknown) => (value == null ? null : readBoolean(value));

const text: KindFacts = { read: readText, missing: () => '' };
const number: KindFacts = { read: readNumberValue, missing: () => 0 };
const quantity: KindFacts = { read: readQuantity, missing: () => 0 };
const id: KindFacts = { read: (value) => readReference(value)?.id ?? null, missing: () => '' };

const kinds: Readonly<Record<FieldKind, KindFacts>> = {
  text,
  label: text,
  name: text,
  texts: { read: (value) => (Array.isArray(value) ? readTexts(value) : null), missing: () => [] },
  id,
  key: id,
  line: id,
  moment: { read: readInstant, missing: () => '' },
  day: text,
  integer: number,
  factor: { read: readNumberValue, missing: () => 1 },
  number,
  quantity,
  money: number,
  price: number,
  cost: number,
  unitCost: number,
  flag: { read: readFlag, missing: () => false },
  scalar: {
    read: (value) => (typeof value === 'string' ? value : readNumberValue(value)),
    missing: () => '',
  },
  values: { read: (value) => (isRecord(value) ? value : null), missing: () => ({}) },
  json: { read: (value) => value ?? null, missing: () => null },
};

/** What a row is read with: its position in the list, and the order of names. */
interface Surroundings {
  position: number;
  names: NameOrder;
}

/** Reads a value; null for anything invalid. */
type ReadValue = (value: unknown, around: Surroundings) => unknown;

interface Field {
  name: string;
  /** Reads the field from its row; null if it is missing. */
  read(row: JsonRecord, around: Surroundings): unknown;
  /** Returns what takes the place of a missing value. */
  missing(around: Surroundings): unknown;
  isRequired: boolean;
  isSparse: boolean;
  isOptional: boolean;
}

interface CompiledShape {
  fields: readonly Field[];
  /** Name fields with a field for the name in the second language. */
  pairs: readonly (readonly [name: string, nameAlt: string])[];
}

const compiledShapes = new WeakMap<Shape, CompiledShape>();

/** Returns a shape with its readers, compiled once because rows are read by the thousand. */
function compile(shape: Shape): CompiledShape {
  const found = compiledShapes.get(shape);
  if (found) return found;
  const specs = Object.entries(shape);
  const key = specs.find(([, spec]) => spec === 'key' || spec === 'required id' || spec === 'line')?.[0];
  const compiled = {
    fields: specs.map(([name, spec]) => compileField(name, spec, key ?? '_id')),
    pairs: specs.flatMap(([name, spec]) =>
      fieldKind(spec) === 'name' && `${name}Alt` in shape ? [[name, `${name}Alt`] as const] : [],
    ),
  };
  compiledShapes.set(shape, compiled);
  return compiled;
}

function compileField(name: string, spec: FieldSpec, key: string): Field {
  const { read, missing } = spec instanceof Structure ? compileStructure(spec) : kinds[fieldKind(spec)];
  return {
    name,
    read: withFallback(name, spec, key, read),
    missing: isNullable(spec) ? () => null : missing,
    isRequired: isRequired(spec),
    isSparse: isSparse(spec),
    isOptional: isOptional(spec),
  };
}

/** Adds the other places of a row in which the value of a field can be. */
function withFallback(name: string, spec: FieldSpec, key: string, read: ReadValue): Field['read'] {
  const inPlace: Field['read'] = (row, around) => read(row[name], around);
  switch (fieldKind(spec)) {
    case 'key':
      return (row, around) => inPlace(row, around) ?? readId(row);
    case 'line':
      return (row, around) => inPlace(row, around) ?? readId(row) ?? String(around.position);
    case 'label':
      return (row, around) => inPlace(row, around) ?? readReference(row[key])?.id ?? readId(row);
    case 'name': {
      const base = name.replace(/Name$/, '');
      const nameIn = (value: unknown) => readReference(value)?.name;
      return (row, around) => inPlace(row, around) ?? nameIn(row[base]) ?? nameIn(row[`${base}Id`]) ?? null;
    }
    default:
      return inPlace;
  }
}

interface CompiledValue {
  read: ReadValue;
  missing(around: Surroundings): unknown;
}

function compileStructure({ facts: { kind, of, values, missing } }: AnyStructure): CompiledValue {
  const part = compilePart(of);
  const keepsNull = (typeof of === 'string' || of instanceof Structure) && isNullable(of);
  switch (kind) {
    case 'list':
      return {
        read: (value, around) =>
          Array.isArray(value)
            ? value
                .map((entry: unknown, position) => part.read(entry, { ...around, position }))
                .filter((entry) => entry !== null || keepsNull)
            : null,
        missing: () => [],
      };
    case 'map':
      return {
        read: (value, around) =>
          isRecord(value)
            ? Object.fromEntries(
                Object.entries(value).flatMap(([name, entry]) => {
                  const found = part.read(entry, around);
                  return found === null && !keepsNull ? [] : [[name, found]];
                }),
              )
            : null,
        missing: () => ({}),
      };
    case 'oneOf':
      return { read: (value) => values.find((one) => one === value) ?? null, missing: () => missing };
    case 'default':
      return { read: part.read, missing: () => missing };
    case 'object':
      return part;
  }
}

/** Compiles what a structure contains. */
function compilePart(of: FieldSpec | Shape): CompiledValue {
  if (typeof of === 'string') return kinds[fieldKind(of)];
  if (of instanceof Structure) return compileStructure(of);
  return {
    read: (value, around) => (isRecord(value) ? readRow(of, value, around) : null),
    missing: (around) => readRow(of, {}, around, true),
  };
}

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an object; null if it lacks a required field, unless `isEmpty`. */
function readRow(shape: Shape, row: JsonRecord, around: Surroundings, isEmpty = false): JsonRecord | null {
  const { fields, pairs } = compile(shape);
  const wire: JsonRecord = {};
  for (const field of fields) {
    const found = field.read(row, around);
    if (found !== null || (field.isOptional && field.name in row)) wire[field.name] = found;
    else if (field.isRequired && !isEmpty) return null;
    else if (!field.isSparse) wire[field.name] = field.missing(around);
  }
  for (const [name, nameAlt] of pairs) {
    const shown = around.names(wire[name] as string, (wire[nameAlt] ?? null) as string | null);
    wire[name] = shown.name;
    wire[nameAlt] = shown.nameAlt;
  }
  return wire;
}

/**
 * Reads a row from any server. Missing values become null or the default of their kind, so that answers with
 * fewer fields still work.
 *
 * @param names decides which of two names comes first; default: as sent
 * @returns null if a required field is missing
 */
export function readShape<F extends Shape>(
  shape: F,
  row: JsonRecord,
  names: NameOrder = asSent,
  position = 0,
): Wire<F> | null {
  return readRow(shape, row, { names, position }) as Wire<F> | null;
}

/** Reads an object from any server; missing fields get the defaults of their kinds, required ones too. */
export function readObject<F extends Shape>(shape: F, value: unknown, names: NameOrder = asSent): Wire<F> {
  return readRow(shape, isRecord(value) ? value : {}, { names, position: 0 }, true) as Wire<F>;
}
