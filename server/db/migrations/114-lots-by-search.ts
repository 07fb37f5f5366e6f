import { foldText } from '#domain/text.ts';
import type { MigrationDb } from './columns.ts';

const atOnce = 500;

/** Codes of lots are folded like names, so that they are found however they are written. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('lots')
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  for (let after = ''; ; ) {
    const rows = (await db
      .selectFrom('lots')
      .select(['_id', 'code'])
      .where('_id', '>', after)
      .orderBy('_id')
      .limit(atOnce)
      .execute()) as unknown as { _id: string; code: string }[];
    for (const { _id, code } of rows)
      await db
        .updateTable('lots')
        .set({ search: foldText(code) } as never)
        .where('_id', '=', _id)
        .execute();
    if (rows.length < atOnce) return;
    after = rows.at(-1)?._id ?? '';
  }
}
