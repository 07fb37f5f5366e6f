import type { MigrationDb } from './columns.ts';

/** The name that every business went by until it had one was kept as if somebody had chosen it; it is not kept any more. */
export async function up(db: MigrationDb): Promise<void> {
  const row = (await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'business')
    .executeTakeFirst()) as { value: string } | undefined;
  if (!row) return;
  const { businessName, ...others } = JSON.parse(row.value) as { businessName?: string };
  if (businessName !== 'Commissary') return;
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify(others) })
    .where('key', '=', 'business')
    .execute();
}
