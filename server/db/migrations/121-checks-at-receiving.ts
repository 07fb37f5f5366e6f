import type { MigrationDb } from './columns.ts';

/**
 * Items say what is looked at when they arrive: between which temperatures they are taken, and whether a photo is kept.
 * A line holds what was asked of its item when it was shipped, and the temperature that was measured.
 */
export async function up(db: MigrationDb): Promise<void> {
  for (const table of ['items', 'orderLines'])
    for (const column of ['receivingMinTemp', 'receivingMaxTemp'])
      await db.schema.alterTable(table).addColumn(column, 'bigint').execute();
  await db.schema
    .alterTable('items')
    .addColumn('receivingPhoto', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('orderLines').addColumn('receivingPhoto', 'integer').execute();
  await db.schema.alterTable('orderLines').addColumn('temperatureMicro', 'bigint').execute();
}
