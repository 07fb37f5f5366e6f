import type { SettingsChange } from '../input.ts';
import type { Settings } from '../shapes.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { stale } from '#platform/server/http/problems.ts';
import { businessSettingsKey } from '#modules/stock/server/accounting-period.ts';
import { readStoredSettings, defaultCoverage } from '#modules/business/server/business.ts';

const defaultSettings: Settings = {
  businessName: 'Commissary',
  businessAddress: null,
  taxNumber: null,
  secondLanguage: null,
  booksClosedUntil: null,
  companyPrefix: null,
  scaleLabels: [],
  foodCostCoverage: defaultCoverage,
  version: 0,
};

export async function readSettings(db: Queryable): Promise<Settings> {
  return { ...defaultSettings, ...(await readStoredSettings(db)) };
}

/** The part of a change that is stored in the settings; the reason is stored only in the audit log. */
export type StoredChange = Omit<SettingsChange, 'booksReason'>;

/**
 * Saves some of the settings. Callers that close the period must have locked the ledger.
 *
 * @throws ApiProblem 412 if `ifMatch` isn't the stored version
 */
export async function saveSettings(
  tx: Tx,
  change: StoredChange,
  ifMatch: number | null,
): Promise<{ before: Settings; after: Settings }> {
  // The insert serializes concurrent first writes.
  const row = { key: businessSettingsKey, value: '{}' };
  await tx
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: row.key }))
    .execute();
  const stored = await readStoredSettings(tx);
  const before: Settings = { ...defaultSettings, ...stored };
  if (ifMatch !== null && ifMatch !== before.version) throw stale(before);
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after: Settings = { ...before, ...changes, version: before.version + 1 };
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify({ ...stored, ...changes, version: after.version }) })
    .where('key', '=', businessSettingsKey)
    .execute();
  return { before, after };
}
