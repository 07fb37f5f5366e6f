import {
  type AnyStructure,
  type FieldKind,
  getFieldKind,
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

const keepOrder: NameOrder = (name, nameAlt) => ({ name, nameAlt });

/** Reads a quantity with at most six decimals; null if there is none. */
export function readQuantity(value: unknown): number | null {
  const read = readNumberValue(value);
  return read === null ? null : Math.round(read * 1e6) / 1e6;
}

interface KindReader {
  /** Reads the value tolerantly; null for anything invalid. */
  read(value: unknown): unknown;
  /** Returns the default for a missing value in a field that isn't nullable. */
  getDefault(): unknown;
}

const readFlag = (value: unknown) => (value == null ? null : readBoolean(value));

const text: KindReader = { read: readText, getDefault: () => '' };
const number: KindReader = { read: readNumberValue, getDefault: () => 0 };
const quantity: KindReader = { read: readQuantity, getDefault: () => 0 };
const id: KindReader = { read: (value) => readReference(value)?.id ?? null, getDefault: () => '' };

const kinds: Readonly<Record<FieldKind, KindReader>> = {
  text,
  label: text,
  name: text,
  texts: { read: (value) => (Array.isArray(value) ? readTexts(value) : null), getDefault: () => [] },
  id,
  key: id,
  line: id,
  moment: { read: readInstant, getDefault: () => '' },
  day: text,
  integer: number,
  factor: { read: readNumberValue, getDefault: () => 1 },
  number,
  quantity,
  money: number,
  price: number,
  cost: number,
  unitCost: number,
  flag: { read: readFlag, getDefault: () => false },
  scalar: {
    read: (value) => (typeof value === 'string' ? value : readNumberValue(value)),
    getDefault: () => '',
  },
  values: { read: (value) => (isRecord(value) ? value : null), getDefault: () => ({}) },
  json: { read: (value) => value ?? null, getDefault: () => null },
};

/** Context of a row: its position in the list, and the order of names. */
interface ReadContext {
  position: number;
  names: NameOrder;
}

/** Reads a value; null for anything invalid. */
type ReadValue = (value: unknown, context: ReadContext) => unknown;

interface Field {
  name: string;
  /** Reads the field from its row; null if it is missing. */
  read(row: JsonRecord, context: ReadContext): unknown;
  /** Returns the default for a missing value. */
  getDefault(context: ReadContext): unknown;
  isRequired: boolean;
  isSparse: boolean;
  isOptional: boolean;
}

interface CompiledShape {
  fields: readonly Field[];
  /** Name fields that have a field for the localized name. */
  pairs: readonly (readonly [name: string, nameAlt: string])[];
}

const compiledShapes = new WeakMap<Shape, CompiledShape>();

/** Returns a shape with its readers, compiled once because rows are read by the thousand. */
function compile(shape: Shape): CompiledShape {
  const result = compiledShapes.get(shape);
  if (result) return result;
  const specs = Object.entries(shape);
  const key = specs.find(([, spec]) => spec === 'key' || spec === 'required id' || spec === 'line')?.[0];
  const compiled = {
    fields: specs.map(([name, spec]) => compileField(name, spec, key ?? '_id')),
    pairs: specs.flatMap(([name, spec]) =>
      getFieldKind(spec) === 'name' && `${name}Alt` in shape ? [[name, `${name}Alt`] as const] : [],
    ),
  };
  compiledShapes.set(shape, compiled);
  return compiled;
}

function compileField(name: string, spec: FieldSpec, key: string): Field {
  const { read, getDefault } = spec instanceof Structure ? compileStructure(spec) : kinds[getFieldKind(spec)];
  return {
    name,
    read: withFallback(name, spec, key, read),
    getDefault: isNullable(spec) ? () => null : getDefault,
    isRequired: isRequired(spec),
    isSparse: isSparse(spec),
    isOptional: isOptional(spec),
  };
}

/** Falls back to other fields of the row that may contain the value. */
function withFallback(name: string, spec: FieldSpec, key: string, read: ReadValue): Field['read'] {
  const readField: Field['read'] = (row, context) => read(row[name], context);
  switch (getFieldKind(spec)) {
    case 'key':
      return (row, context) => readField(row, context) ?? readId(row);
    case 'line':
      return (row, context) => readField(row, context) ?? readId(row) ?? String(context.position);
    case 'label':
      return (row, context) => readField(row, context) ?? readReference(row[key])?.id ?? readId(row);
    case 'name': {
      const base = name.replace(/Name$/, '');
      const readName = (value: unknown) => readReference(value)?.name;
      return (row, context) =>
        readField(row, context) ?? readName(row[base]) ?? readName(row[`${base}Id`]) ?? null;
    }
    default:
      return readField;
  }
}

interface CompiledValue {
  read: ReadValue;
  getDefault(context: ReadContext): unknown;
}

function compileStructure({ options: { kind, of, values, defaultValue } }: AnyStructure): CompiledValue {
  const content = compileContent(of);
  const acceptsNull = (typeof of === 'string' || of instanceof Structure) && isNullable(of);
  switch (kind) {
    case 'list':
      return {
        read: (value, context) =>
          Array.isArray(value)
            ? value
                .map((entry: unknown, position) => content.read(entry, { ...context, position }))
                .filter((entry) => entry !== null || acceptsNull)
            : null,
        getDefault: () => [],
      };
    case 'map':
      return {
        read: (value, context) =>
          isRecord(value)
            ? Object.fromEntries(
                Object.entries(value).flatMap(([name, entry]) => {
                  const result = content.read(entry, context);
                  return result === null && !acceptsNull ? [] : [[name, result]];
                }),
              )
            : null,
        getDefault: () => ({}),
      };
    case 'oneOf':
      return {
        read: (value) => values.find((candidate) => candidate === value) ?? null,
        getDefault: () => defaultValue,
      };
    case 'default':
      return { read: content.read, getDefault: () => defaultValue };
    case 'object':
      return content;
  }
}

/** Compiles the content of a structure. */
function compileContent(of: FieldSpec | Shape): CompiledValue {
  if (typeof of === 'string') return kinds[getFieldKind(of)];
  if (of instanceof Structure) return compileStructure(of);
  return {
    read: (value, context) => (isRecord(value) ? readRow(of, value, context) : null),
    getDefault: (context) => readRow(of, {}, context, true),
  };
}

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an object; null if it lacks a required field, unless `isEmpty`. */
function readRow(shape: Shape, row: JsonRecord, context: ReadContext, isEmpty = false): JsonRecord | null {
  const { fields, pairs } = compile(shape);
  const wire: JsonRecord = {};
  for (const field of fields) {
    const result = field.read(row, context);
    if (result !== null || (field.isOptional && field.name in row)) wire[field.name] = result;
    else if (field.isRequired && !isEmpty) return null;
    else if (!field.isSparse) wire[field.name] = field.getDefault(context);
  }
  for (const [name, nameAlt] of pairs) {
    const orderedNames = context.names(wire[name] as string, (wire[nameAlt] ?? null) as string | null);
    wire[name] = orderedNames.name;
    wire[nameAlt] = orderedNames.nameAlt;
  }
  return wire;
}

/**
 * Reads a row from any server. Missing values become null or their kind's default, so that responses with
 * fewer fields still work.
 *
 * @param names decides which of two names comes first; default: as sent
 * @returns null if a required field is missing
 */
export function readShape<F extends Shape>(
  shape: F,
  row: JsonRecord,
  names: NameOrder = keepOrder,
  position = 0,
): Wire<F> | null {
  return readRow(shape, row, { names, position }) as Wire<F> | null;
}

/** Reads an object from any server; missing fields, even required ones, get their kinds' defaults. */
export function readObject<F extends Shape>(shape: F, value: unknown, names: NameOrder = keepOrder): Wire<F> {
  return readRow(shape, isRecord(value) ? value : {}, { names, position: 0 }, true) as Wire<F>;
}
