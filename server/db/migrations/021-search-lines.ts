import { foldText } from '#domain/text.ts';
import type { MigrationDb } from './columns.ts';

/** Tables that keep a folded text to search by. */
const searched = [
  'branches',
  'sections',
  'units',
  'taxes',
  'brands',
  'departments',
  'itemCategories',
  'subCategories',
  'purchaseCategories',
  'branchCategories',
  'suppliers',
  'currencies',
  'items',
  'gallery',
  'orderTemplates',
  'countSchedules',
  'reviews',
] as const;

interface Row {
  _id: string;
  name: string;
  nameAlt: string | null;
  search: string;
}

/** The folded text begins with the name and the second name, a line each: lists are sorted by it, too. */
export async function up(db: MigrationDb): Promise<void> {
  for (const table of searched) {
    const rows = (await db
      .selectFrom(table)
      .select(['_id', 'name', 'nameAlt', 'search'])
      .execute()) as unknown as Row[];
    for (const { _id, name, nameAlt, search } of rows) {
      const names = [name, nameAlt ?? ''].map(foldText);
      const known = foldText(`${name} ${nameAlt ?? ''}`);
      const rest = search.startsWith(known) ? search.slice(known.length).trim() : search;
      await db
        .updateTable(table)
        .set({ search: [...names, rest].join('\n') })
        .where('_id', '=', _id)
        .execute();
    }
  }
}
