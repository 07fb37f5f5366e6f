import { sql } from 'kysely';
import { dialectOf, type MigrationDb } from './columns.ts';

/**
 * Adds the cost class of item categories. Existing categories count as food, as they did before; which are packaging or supplies
 * only their owner knows. Food cost reads the class, so that writing a category ends what is cached for costs.
 */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('itemCategories')
    .addColumn('costClass', 'text', (column) => column.notNull().defaultTo('food'))
    .execute();
  if (dialectOf(db) === 'postgres')
    await sql
      .raw(
        `create trigger "itemCategories_costMarks" after insert or update or delete or truncate on "itemCategories"
          for each statement execute function "costMarks_note"()`,
      )
      .execute(db);
  else
    for (const write of ['insert', 'update', 'delete'])
      await sql
        .raw(
          `create trigger "itemCategories_${write}_costMarks" after ${write} on "itemCategories"
            begin update "costMarks" set mark = random() >> 24; end`,
        )
        .execute(db);
}
