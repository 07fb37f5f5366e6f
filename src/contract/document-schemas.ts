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

/** Builds the wire schema of a document or line. `shapes` are the schemas of list and object fields. */
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

/** The reason code: null without one, absent from servers that only store text. */
export const reasonCode = {
  reasonCode: z.string().nullable().optional(),
  reasonNote: z.string().nullable().optional(),
};

/**
 * One step of a document's history; `from` is null at creation. `verb` is the transition, or `edit` for a
 * change without a new status; absent from servers and document kinds that don't record it.
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

/**
 * A transition available to the caller: the status to PATCH, its verb, and whether a reason must be saved
 * first.
 */
export const allowedMove = z.object({ to: z.string(), verb: z.string(), reason: z.boolean() });
export type AllowedMove = z.output<typeof allowedMove>;
