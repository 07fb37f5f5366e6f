import type { QueryClient } from '@tanstack/react-query';
import { readBoolean, type JsonRecord, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { getCurrentUser, refreshUser, sessionStore } from '#platform/web/session/session.ts';
import { namesQuery } from '#modules/master-data/web/queries/names.ts';

/** Loads the base currency from the currency list, for servers that do not send it with the profile. */
export async function loadBaseCurrency(queryClient: QueryClient): Promise<void> {
  const currencyNames = namesQuery('currencies');
  const rows = currencyNames.getRows(await queryClient.query(currencyNames));
  const [base] = rows
    .map((row): JsonRecord => readRecord(readRecord(row)['values']))
    .filter((values) => readBoolean(values['isBase']));
  const [user, session] = [getCurrentUser(), sessionStore.get()];
  if (!user || session.status !== 'signed-in' || user.baseCurrency !== undefined) return;
  refreshUser({ ...user, baseCurrency: base ? readText(base['code']) : null }, session.token);
}
