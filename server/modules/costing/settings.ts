import type { Accounts, CostingSettings } from '#contract/costing.ts';
import type { Queryable, Tx } from '../../db/types.ts';

/** What costing keeps for the whole business, each under its key with its version. */
interface Kept {
  costing: CostingSettings;
  accounts: Accounts;
}

const initial: Kept = {
  costing: { tolerancePercent: 5, version: 0 },
  accounts: { rules: [], version: 0 },
};

/** As it was chosen, or as it is before anybody chose. */
export async function keptSetting<K extends keyof Kept>(db: Queryable, key: K): Promise<Kept[K]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return { ...initial[key], ...(JSON.parse(row?.value ?? '{}') as Partial<Kept[K]>) };
}

/** The same, held until the end: whoever saves at the same time waits. */
export async function heldSetting<K extends keyof Kept>(tx: Tx, key: K): Promise<Kept[K]> {
  await tx
    .insertInto('settings')
    .values({ key, value: '{}' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .execute();
  return keptSetting(tx, key);
}

export async function keepSetting<K extends keyof Kept>(tx: Tx, key: K, setting: Kept[K]): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(setting) })
    .where('key', '=', key)
    .execute();
}
