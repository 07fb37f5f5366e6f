import { letterhead } from '../../shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';

/** Name, address and tax number of the business, for printouts of every user. */
export function letterheadQuery() {
  return readQuery({
    collection: 'settings_data',
    key: ['letterhead'],
    lifetime: 'other',
    path: 'settings/letterhead',
    read: ({ data }) => readObject(letterhead, data),
  });
}
