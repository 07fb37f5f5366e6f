import { z } from 'zod';
import { commonFields, id, listQuery, queryFlag } from '#platform/shapes/common.ts';
import type { FieldDefinition } from './fields.ts';
import type { Resource } from './define-resource.ts';
import { schemaParts } from './schema-parts.ts';

/** Schemas of a collection's requests and responses, derived from its fields. */
export interface ResourceSchemas {
  /** Body of POST: strict; omitted fields get their default. */
  createInput: z.ZodObject;
  /** Body of PUT: strict; omitted fields don't change. `isActive: false` archives the row. */
  changeInput: z.ZodObject;
  /** A row in responses. */
  row: z.ZodObject;
  /** Query of GET: paging, search, and a filter per comparable field. */
  query: z.ZodObject;
}

const fieldSchemas = new WeakMap<FieldDefinition, z.ZodType>();
const resourceSchemas = new WeakMap<Resource, ResourceSchemas>();

/** Returns the wire schema of a field's value, including null for an optional field. */
export function getSchema<Value>(field: FieldDefinition<Value>): z.ZodType<Value> {
  const cached = fieldSchemas.get(field);
  const schema = cached ?? field.schema(schemaParts);
  if (!cached) fieldSchemas.set(field, schema);
  return schema as z.ZodType<Value>;
}

const filterSchemas: Partial<Record<FieldDefinition['kind'], (field: FieldDefinition) => z.ZodType>> = {
  boolean: () => queryFlag,
  choice: ({ options }) => z.enum(options as [string, ...string[]], `Choose one of: ${options.join(', ')}`),
  code: () => z.string().trim().max(60),
  reference: () => id,
  // A list of ids, for rows that reference any of them, or `any`, for rows with at least one reference.
  references: () =>
    z.string().regex(/^[\w.:-]{1,64}(?:,[\w.:-]{1,64}){0,49}$/, 'Enter IDs separated by commas, or any'),
};

/** Returns the schemas of a collection, created on first use. */
export function getSchemas(resource: Resource): ResourceSchemas {
  const cached = resourceSchemas.get(resource);
  const schemas = cached ?? buildSchemas(resource);
  if (!cached) resourceSchemas.set(resource, schemas);
  return schemas;
}

function buildSchemas({ allFields }: Resource): ResourceSchemas {
  const entries = Object.entries(allFields);
  const mapFields = (toSchema: (field: FieldDefinition) => z.ZodType) =>
    Object.fromEntries(entries.map(([key, definition]) => [key, toSchema(definition)] as const));
  const filters = Object.fromEntries(
    entries.flatMap(([key, definition]) => {
      const schema = filterSchemas[definition.kind]?.(definition);
      return schema ? [[key, schema.optional()] as const] : [];
    }),
  );
  return {
    createInput: z.strictObject(
      mapFields((definition) =>
        definition.isRequired ? getSchema(definition) : getSchema(definition).optional(),
      ),
    ),
    changeInput: z.strictObject({
      ...mapFields((definition) => getSchema(definition).optional()),
      isActive: z.boolean().optional(),
    }),
    row: z.object({ ...commonFields, ...mapFields((definition) => getSchema(definition)) }),
    query: z.object({ ...listQuery, ...filters }),
  };
}
