import type { Accounts } from '../shapes.ts';
import type { CostingSettings } from '../shapes.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';

/** Costing settings of the business by key, each with a version. */
interface StoredSettings {
  costing: CostingSettings;
  accounts: Accounts;
}

const defaults: StoredSettings = {
  costing: { tolerancePercent: 5, version: 0 },
  accounts: { rules: [], version: 0 },
};

/** Loads a setting, or its default. */
export async function loadCostingSetting<K extends keyof StoredSettings>(
  db: Queryable,
  key: K,
): Promise<StoredSettings[K]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return { ...defaults[key], ...(JSON.parse(row?.value ?? '{}') as Partial<StoredSettings[K]>) };
}

/** Loads a setting and locks it until commit. */
export async function lockCostingSetting<K extends keyof StoredSettings>(
  tx: Tx,
  key: K,
): Promise<StoredSettings[K]> {
  await tx
    .insertInto('settings')
    .values({ key, value: '{}' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .execute();
  return loadCostingSetting(tx, key);
}

export async function saveCostingSetting<K extends keyof StoredSettings>(
  tx: Tx,
  key: K,
  value: StoredSettings[K],
): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(value) })
    .where('key', '=', key)
    .execute();
}
