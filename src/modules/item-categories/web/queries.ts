import { listedCategory } from '../shapes.ts';
import { currentProfile } from '#platform/web/session/session.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createRowReader } from '#platform/web/queries/read-shape.ts';

export function itemCategoriesQuery() {
  return readQuery({
    collection: 'categories_data',
    key: ['items'],
    lifetime: 'categories',
    path: currentProfile().paths.itemCategories,
    search: { limit: 500 },
    read: (reply) => readList(reply, createRowReader(listedCategory)).rows,
  });
}
