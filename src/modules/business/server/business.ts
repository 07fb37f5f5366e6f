import type { Letterhead, Settings } from '#modules/settings/shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { businessSettingsKey } from '#modules/stock/server/accounting-period.ts';

/** Returns the stored settings, without the default business name. */
export async function readStoredSettings(db: Queryable): Promise<Partial<Settings>> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', businessSettingsKey)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as Partial<Settings>) : {};
}

/** Returns the business name; null if none was set. */
export async function readBusinessName(db: Queryable): Promise<string | null> {
  return (await readStoredSettings(db)).businessName ?? null;
}

/** Returns the name, address and tax number for documents that are sent to other parties. */
export async function readLetterhead(db: Queryable): Promise<Letterhead> {
  const { businessName = null, businessAddress = null, taxNumber = null } = await readStoredSettings(db);
  return { businessName, businessAddress, taxNumber };
}

/** Default minimum coverage for food cost, in percent. */
export const defaultCoverage = 80;

/**
 * Returns the minimum percentage of sales with known cost, and of counted goods, below which no food cost is
 * shown.
 */
export async function readFoodCostCoverage(db: Queryable): Promise<number> {
  return (await readStoredSettings(db)).foodCostCoverage ?? defaultCoverage;
}

/** Returns the schemes of the labels that scales print. */
export async function readScaleLabels(db: Queryable): Promise<string[]> {
  return (await readStoredSettings(db)).scaleLabels ?? [];
}

/** Returns the GS1 company prefix for crate numbers; null if there is none. */
export async function readCompanyPrefix(db: Queryable): Promise<string | null> {
  return (await readStoredSettings(db)).companyPrefix ?? null;
}
