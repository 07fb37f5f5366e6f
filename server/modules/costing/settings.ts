import type { CostingSettings } from '#contract/costing.ts';
import type { Queryable, Tx } from '../../db/types.ts';

const key = 'costing';
const initial: CostingSettings = { tolerancePercent: 5, version: 0 };

/** From which change on somebody is told. */
export async function costingSettingsOf(db: Queryable): Promise<CostingSettings> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return { ...initial, ...(JSON.parse(row?.value ?? '{}') as Partial<CostingSettings>) };
}

/** Keeps them; whoever saves at the same time waits. Answers what they were. */
export async function holdCostingSettings(tx: Tx): Promise<CostingSettings> {
  await tx
    .insertInto('settings')
    .values({ key, value: '{}' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .execute();
  return costingSettingsOf(tx);
}

export async function keepCostingSettings(tx: Tx, settings: CostingSettings): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(settings) })
    .where('key', '=', key)
    .execute();
}
