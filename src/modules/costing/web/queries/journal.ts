import { type Accounts, accounts, journal } from '../../shapes.ts';
import type { AccountRule } from '../../journal.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { fetchCsv } from '#platform/web/api/fetch-csv.ts';
import { readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { readObject, readResponse } from '#platform/web/queries/read-shape.ts';

export interface JournalParams {
  from: string;
  to: string;
}

const path = 'costing/journal';

/** Key of all journal queries, for invalidation when accounts change. */
export const journalKey = ['stock_data', 'journal'] as const;

/**
 * Queries a page of a period's journal lines; invalidated together with the stock postings from which they
 * are derived.
 */
export function journalQuery(params: JournalParams & { page: number; limit: number }) {
  return readQuery({
    collection: journalKey[0],
    key: [journalKey[1], params],
    lifetime: 'orders',
    path,
    search: { ...params },
    read: (reply) => readResponse(reply, journal),
  });
}

/** Downloads all lines as CSV with a header, localized if a locale is given. Throws `ApiError`. */
export const fetchJournalFile = ({ from, to }: JournalParams, locale?: string): Promise<Blob> =>
  fetchCsv({ path, search: { from, to } }, { locale });

const readAccounts = (row: JsonRecord) => readObject(accounts, row);

/** Queries the account mapping. */
export const accountsQuery = () =>
  readQuery({
    collection: 'settings_data',
    key: ['accounts'],
    lifetime: 'other',
    path: 'costing/accounts',
    read: (reply) => readOne(reply, readAccounts),
  });

/** Replaces the account mapping. Throws `ApiError`. */
export async function sendAccounts(
  rules: readonly AccountRule[],
  version: number,
  idempotencyKey: string,
): Promise<Accounts> {
  const reply = await api.send('put', 'costing/accounts', {
    json: { rules },
    ifMatch: version,
    idempotencyKey,
  });
  return readOne(reply, readAccounts);
}
