import { describe, expect, it } from 'vitest';
import { resources } from '#modules/master-data/collections.ts';
import { getSchema, getSchemas } from '#platform/collections/schemas.ts';

describe.each(resources.map((resource) => [resource.collection, resource] as const))(
  'the definition of %s',
  (_, resource) => {
    const names = Object.keys(resource.allFields);

    it('lists only its own fields', () => {
      const unknown = (list: readonly string[]) => list.filter((name) => !names.includes(name));
      expect(unknown(resource.columns)).toEqual([]);
      expect(unknown(resource.importColumns)).toEqual([]);
      expect(unknown(resource.unique.flat())).toEqual([]);
      expect(unknown([resource.sort.replace(/^-/, '')])).toEqual([]);
    });

    it('imports every required field and shows the name first', () => {
      const required = names.filter((name) => resource.allFields[name]?.isRequired);
      expect(required.filter((name) => !resource.importColumns.includes(name))).toEqual([]);
      expect(resource.columns[0]).toBe('name');
    });

    it('has labels for every field', () => {
      for (const field of Object.values(resource.allFields)) expect(field.label.length).toBeGreaterThan(0);
      expect(resource.labels.one).not.toBe(resource.labels.many);
    });

    it('refers to collections that exist', () => {
      const collections = [...resources.map(({ collection }) => collection), 'users', 'items', 'gallery'];
      const references = Object.values(resource.allFields).flatMap(({ refersTo }) =>
        refersTo ? [refersTo] : [],
      );
      expect(references.filter((collection) => !collections.includes(collection))).toEqual([]);
    });

    it('has defaults that its own schema accepts', () => {
      for (const [name, field] of Object.entries(resource.allFields)) {
        if (field.isRequired) continue;
        expect([name, getSchema(field).safeParse(field.initial).success]).toEqual([name, true]);
      }
    });

    it('rejects unknown keys and keys set by the server', () => {
      for (const key of ['_id', 'version', 'createdAt', 'search', '__proto__x']) {
        expect(
          getSchemas(resource)
            .createInput.safeParse({ [key]: 1 })
            .error?.issues.some(({ code }) => code === 'unrecognized_keys'),
        ).toBe(true);
      }
    });
  },
);

it('gives every collection its own path and table', () => {
  const paths = resources.flatMap(({ path, aliases }) => [path, ...aliases]);
  expect(new Set(paths).size).toBe(paths.length);
  expect(new Set(resources.map(({ table }) => table)).size).toBe(resources.length);
});
