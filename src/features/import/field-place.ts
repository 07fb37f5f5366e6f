import type { ImportKind } from '#contract/imports/kinds.ts';
import type { FieldPlace } from '#src/master-data/form/resource-field.tsx';

/** The field that a column is read as, of the row itself or of a part of it (`pack.price`); null where it is of none. */
export function fieldPlace({ resource, parts }: ImportKind, key: string): FieldPlace {
  const [prefix = '', name] = key.split('.');
  const part = parts.find((each) => each.prefix === prefix);
  const owner = part?.resource ?? resource;
  return owner ? { resource: owner, name: name ?? key } : null;
}
