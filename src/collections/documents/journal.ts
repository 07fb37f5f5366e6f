import type { Journal } from '#contract/costing.ts';
import { type AccountRule, type JournalSide, journalSides } from '#domain/journal/journal.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { fetchCsv } from '#src/lib/api/fetch-csv.ts';
import { readOne, readQuery } from '../read-query.ts';

export interface JournalParams {
  from: string;
  to: string;
}

type Row = Omit<Journal['rows'][number], 'docType'> & { docType: string; key: string };
export interface JournalResponse extends Pick<Journal, 'total' | 'debit' | 'credit' | 'missing'> {
  rows: Row[];
}

const path = 'costing/journal';
const rowsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(readRecord) : []);
const sideOf = (value: unknown): JournalSide => journalSides.find((side) => side === value) ?? 'stock';

/** Key of all journal queries, for invalidation when accounts change. */
export const journalKey = ['stock_data', 'journal'] as const;

/** Queries the journal lines of a period by account; cached with the stock postings it is derived from. */
export function journalQuery(asked: JournalParams & { page: number; limit: number }) {
  return readQuery({
    collection: journalKey[0],
    key: [journalKey[1], asked],
    lifetime: 'orders',
    path,
    search: { ...asked },
    read: (reply) =>
      readOne(
        reply,
        (row): JournalResponse => ({
          total: readNumberValue(row['total']) ?? 0,
          debit: readNumberValue(row['debit']),
          credit: readNumberValue(row['credit']),
          rows: rowsOf(row['rows']).map((each) => ({
            key: `${readText(each['docType'])} ${readText(each['docId'])} ${readText(each['account'])}`,
            day: readText(each['day']) ?? '',
            docType: readText(each['docType']) ?? '',
            docId: readText(each['docId']) ?? '',
            docNo: readText(each['docNo']),
            account: readText(each['account']),
            debit: readNumberValue(each['debit']),
            credit: readNumberValue(each['credit']),
          })),
          missing: rowsOf(row['missing']).map((each) => ({
            side: sideOf(each['side']),
            kind: readText(each['kind']) ?? '',
            category: readText(each['category']),
            place: readText(each['place']),
            value: readNumberValue(each['value']),
          })),
        }),
      ),
  });
}

/** Downloads all lines as CSV with a header, localized if a locale is given. Throws `ApiError`. */
export const journalFile = ({ from, to }: JournalParams, locale?: string): Promise<Blob> =>
  fetchCsv({ path, search: { from, to } }, { locale });

export interface AccountMap {
  rules: AccountRule[];
  version: number;
}

const readAccounts = (row: JsonRecord): AccountMap => ({
  rules: rowsOf(row['rules']).map((each) => ({
    side: sideOf(each['side']),
    kind: readText(each['kind']),
    category: readText(each['category']),
    place: readText(each['place']),
    account: readText(each['account']) ?? '',
  })),
  version: readNumberValue(row['version']) ?? 0,
});

/** Queries the account map. */
export const accountsQuery = () =>
  readQuery({
    collection: 'settings_data',
    key: ['accounts'],
    lifetime: 'other',
    path: 'costing/accounts',
    read: (reply) => readOne(reply, readAccounts),
  });

/** Replaces the account map. Throws `ApiError`. */
export async function sendAccounts(
  rules: readonly AccountRule[],
  version: number,
  idempotencyKey: string,
): Promise<AccountMap> {
  const reply = await api.send('put', 'costing/accounts', {
    json: { rules },
    ifMatch: version,
    idempotencyKey,
  });
  return readOne(reply, readAccounts);
}
