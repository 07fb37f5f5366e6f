import { z } from 'zod';
import {
  type AnyStructure,
  type FieldKind,
  getFieldKind,
  type FieldSpec,
  isOptional,
  isNullable,
  isSparse,
  type Shape,
  Structure,
  type ValueOf,
  type Wire,
} from './shape.ts';

/** A response: an object or a list of objects, or any other value. */
export type ResponseShape = Shape | FieldSpec;

type ResponseType<A extends ResponseShape> = A extends FieldSpec
  ? ValueOf<A>
  : A extends Shape
    ? Wire<A>
    : never;

const scalars: Readonly<Record<FieldKind, z.ZodType>> = {
  text: z.string(),
  label: z.string(),
  name: z.string(),
  texts: z.array(z.string()),
  id: z.string(),
  key: z.string(),
  line: z.string(),
  moment: z.string(),
  day: z.string(),
  integer: z.number(),
  factor: z.number(),
  number: z.number(),
  quantity: z.number(),
  money: z.number(),
  price: z.number(),
  cost: z.number(),
  unitCost: z.number(),
  flag: z.boolean(),
  scalar: z.union([z.string(), z.number()]),
  values: z.record(z.string(), z.unknown()),
  json: z.unknown(),
};

/** Returns the zod schema of a response, for the API description and for tests of the server. */
export function buildResponseSchema<A extends ResponseShape>(shape: A): z.ZodType<ResponseType<A>> {
  return buildSchema(shape) as z.ZodType<ResponseType<A>>;
}

/** Returns the schemas of the fields, to add them to another object. */
export const fieldSchemas = (shape: Shape): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(shape).map(([name, spec]) => [name, buildSchema(spec)]));

const isSpec = (shape: ResponseShape): shape is FieldSpec =>
  typeof shape === 'string' || shape instanceof Structure;

function buildSchema(shape: ResponseShape): z.ZodType {
  if (!isSpec(shape)) return z.object(fieldSchemas(shape));
  const schema = shape instanceof Structure ? buildStructureSchema(shape) : scalars[getFieldKind(shape)];
  if (isOptional(shape)) return schema.nullable().optional();
  if (isSparse(shape)) return schema.optional();
  return isNullable(shape) ? schema.nullable() : schema;
}

function buildStructureSchema({ options: { kind, of, values } }: AnyStructure): z.ZodType {
  switch (kind) {
    case 'list':
      return z.array(buildSchema(of));
    case 'map':
      return z.record(z.string(), buildSchema(of));
    case 'oneOf':
      return z.enum(values as [string, ...string[]]);
    case 'object':
    case 'default':
      return buildSchema(of);
  }
}
