import { listedCategory } from '#contract/shapes/item-categories.ts';
import { currentProfile } from '#src/lib/session/session.ts';
import { readList, readQuery } from '../read-query.ts';
import { rowReader } from '../read-shape.ts';

export function itemCategoriesQuery() {
  return readQuery({
    collection: 'categories_data',
    key: ['items'],
    lifetime: 'categories',
    path: currentProfile().paths.itemCategories,
    search: { limit: 500 },
    read: (reply) => readList(reply, rowReader(listedCategory)).rows,
  });
}
