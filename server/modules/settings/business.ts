import type { Settings } from '#contract/settings.ts';
import type { Queryable } from '../../db/types.ts';
import { businessSettingsKey } from '../stock/accounting-period.ts';

/** The settings as they were chosen: a business name that nobody gave is missing here, whatever name is shown meanwhile. */
export async function readStoredSettings(db: Queryable): Promise<Partial<Settings>> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', businessSettingsKey)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as Partial<Settings>) : {};
}

/** What the business calls itself; null while nobody gave it a name. */
export async function readBusinessName(db: Queryable): Promise<string | null> {
  return (await readStoredSettings(db)).businessName ?? null;
}

/** Food cost is told where at least so much is known, in percent, as long as nobody chose otherwise. */
export const defaultCoverage = 80;

/** Where less of the sales is known, or of the goods was counted, there is no food cost; in percent. */
export async function readFoodCostCoverage(db: Queryable): Promise<number> {
  return (await readStoredSettings(db)).foodCostCoverage ?? defaultCoverage;
}

/** The GS1 company prefix with which its crates are numbered; null while it has none. */
export async function readCompanyPrefix(db: Queryable): Promise<string | null> {
  return (await readStoredSettings(db)).companyPrefix ?? null;
}
