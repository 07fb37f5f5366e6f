import { type Shape, type Wire, withDefault } from '#platform/shapes/shape.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';
import { withName } from '#platform/web/queries/branches.ts';

const section = {
  _id: 'key',
  name: 'name',
  nameAlt: 'text?',
  code: 'text',
  branchId: 'id?',
  temperature: 'text',
  sortOrder: 'integer',
  isActive: withDefault('flag', true),
} as const satisfies Shape;

/** A section of a location; sections are counted and picked by `sortOrder`. */
export type Section = Wire<typeof section>;

const readSection = createReader(section);

/** Queries the active sections. */
export function activeSectionsQuery() {
  return readQuery({
    collection: 'sections_active',
    key: ['list'],
    lifetime: 'sections',
    path: 'sections/active',
    search: { limit: 500 },
    read: (reply) => readList(reply, (row) => readSection(withName(row))).rows,
  });
}
