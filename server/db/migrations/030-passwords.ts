import type { MigrationDb } from './columns.ts';

/**
 * The version of a password, so that who looked at an older one finds out; and whose it is: chosen by its owner, given
 * to them by somebody else, or the public one of the demonstration.
 */
export async function up(db: MigrationDb): Promise<void> {
  const users = () => db.schema.alterTable('users');
  await users()
    .addColumn('passwordVersion', 'bigint', (c) => c.notNull().defaultTo(1))
    .execute();
  await users()
    .addColumn('passwordKind', 'text', (c) => c.notNull().defaultTo('own'))
    .execute();
  await db
    .updateTable('users')
    .set({ passwordKind: 'demonstration' })
    .where('email', 'like', '%@demo.test')
    .execute();
}
