import { z } from 'zod';
import {
  type DocumentFields,
  type FieldSpec,
  isNullable,
  isSparse,
  documentFieldKind,
  type KindOf,
} from './document-fields.ts';

const schemas = {
  text: z.string(),
  id: z.string(),
  moment: z.string(),
  integer: z.number(),
  quantity: z.number(),
  money: z.number(),
  price: z.number(),
  cost: z.number(),
  unitCost: z.number(),
  flag: z.boolean(),
  json: z.unknown(),
};

type Schemas = typeof schemas;
type SchemaOf<S extends FieldSpec> = S extends `sparse ${string}`
  ? z.ZodOptional<Schemas[KindOf<S>]>
  : S extends `${string}?`
    ? z.ZodNullable<Schemas[KindOf<S>]>
    : Schemas[KindOf<S>];

type JsonKey<F extends DocumentFields> = {
  [K in keyof F]: KindOf<F[K]> extends 'json' ? K : never;
}[keyof F];

/** What a document, or a line, looks like on the wire. `shapes` are those of the fields that are lists or objects. */
export function wireObject<F extends DocumentFields, Shapes extends Record<JsonKey<F>, z.ZodType>>(
  fields: F,
  shapes: Shapes,
) {
  const shape = Object.entries(fields).map(([name, spec]): [string, z.ZodType] => {
    const own = (shapes as Readonly<Record<string, z.ZodType>>)[name];
    const schema = own ?? schemas[documentFieldKind(spec)];
    if (isSparse(spec)) return [name, schema.optional()];
    return [name, !own && isNullable(spec) ? schema.nullable() : schema];
  });
  return z.object(
    Object.fromEntries(shape) as unknown as {
      -readonly [K in keyof F]: K extends keyof Shapes ? Shapes[K] : SchemaOf<F[K]>;
    },
  );
}

/** What is counted of a reason: null without one, absent from servers that keep words alone. */
export const reasonCode = {
  reasonCode: z.string().nullable().optional(),
  reasonNote: z.string().nullable().optional(),
};

/**
 * One step of a document's life; `from` is null at its making. `verb` is the move, or `edit` where what it says was changed
 * and its status stayed; absent from servers, and of kinds, that do not keep it.
 */
export const historyEntry = z.object({
  from: z.string().nullable(),
  to: z.string(),
  by: z.string(),
  byName: z.string(),
  at: z.string(),
  reason: z.string().nullable(),
  ...reasonCode,
  verb: z.string().nullable().optional(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

/** What the caller may do with a document now: the status to PATCH, its verb, and whether a reason must stand first. */
export const allowedMove = z.object({ to: z.string(), verb: z.string(), reason: z.boolean() });
export type AllowedMove = z.output<typeof allowedMove>;
