import type { Accounts, Journal } from '#contract/costing.ts';
import { type JournalSide, journalSides } from '#domain/journal/journal.ts';
import { type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readCsv } from '#src/lib/api/read-csv.ts';
import { readOne, readQuery } from '../read-query.ts';

export interface JournalParams {
  from: string;
  to: string;
}

type Row = Omit<Journal['rows'][number], 'docType'> & { docType: string; key: string };
export interface JournalResponse extends Pick<Journal, 'total' | 'debit' | 'credit' | 'missing'> {
  rows: Row[];
}

/** Of a business, with what it is entered for. */
export type AccountRule = Omit<Accounts['rules'][number], 'kind'> & { kind: string | null };

const path = 'costing/journal';
const rowsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(record) : []);
const sideOf = (value: unknown): JournalSide => journalSides.find((side) => side === value) ?? 'stock';

/** Every answer about the journal, for who changed the accounts that it is by. */
export const journalKey = ['stock_data', 'journal'] as const;

/** What was posted in a period by account; it follows from postings, and is kept with them. */
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
          total: number(row['total']) ?? 0,
          debit: number(row['debit']),
          credit: number(row['credit']),
          rows: rowsOf(row['rows']).map((each) => ({
            key: `${text(each['docType'])} ${text(each['docId'])} ${text(each['account'])}`,
            day: text(each['day']) ?? '',
            docType: text(each['docType']) ?? '',
            docId: text(each['docId']) ?? '',
            docNo: text(each['docNo']),
            account: text(each['account']),
            debit: number(each['debit']),
            credit: number(each['credit']),
          })),
          missing: rowsOf(row['missing']).map((each) => ({
            side: sideOf(each['side']),
            kind: text(each['kind']) ?? '',
            category: text(each['category']),
            place: text(each['place']),
            value: number(each['value']),
          })),
        }),
      ),
  });
}

/** All lines as a file with its head, as a language writes them where one is named. Throws `ApiError`. */
export const journalFile = ({ from, to }: JournalParams, locale?: string): Promise<Blob> =>
  readCsv({ path, search: { from, to } }, { locale });

export interface AccountMap {
  rules: AccountRule[];
  version: number;
}

const readAccounts = (row: JsonRecord): AccountMap => ({
  rules: rowsOf(row['rules']).map((each) => ({
    side: sideOf(each['side']),
    kind: text(each['kind']),
    category: text(each['category']),
    place: text(each['place']),
    account: text(each['account']) ?? '',
  })),
  version: number(row['version']) ?? 0,
});

/** By which account value is entered. */
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
