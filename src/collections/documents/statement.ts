import type { Statement, StatementRow } from '#contract/costing.ts';
import { type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import { readCsv } from '#src/lib/api/read-csv.ts';
import { readOne, readQuery } from '../read-query.ts';

export interface StatementParams {
  branch: string;
  from: string;
  to: string;
}

type Sums = Statement['totals'];
export interface StatementResponse extends Pick<Statement, 'branchName' | 'totals'> {
  rows: (Omit<StatementRow, 'type' | 'docType'> & { key: string; type: string; docType: string })[];
  byType: (Sums & { type: string; documents: number })[];
}

const path = 'costing/statement';
const rowsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(record) : []);
const readSums = (row: JsonRecord): Sums => ({
  charged: number(row['charged']),
  credited: number(row['credited']),
  net: number(row['net']),
});

/** What a place was charged in a period, by document. It follows from postings, and is kept with them. */
export function statementQuery(asked: StatementParams) {
  return readQuery({
    collection: 'stock_data',
    key: ['statement', asked],
    lifetime: 'orders',
    path,
    search: { ...asked },
    read: (reply) =>
      readOne(
        reply,
        (row): StatementResponse => ({
          branchName: text(row['branchName']) ?? '',
          rows: rowsOf(row['rows']).map((each) => ({
            key: `${text(each['type'])} ${text(each['docId'])}`,
            type: text(each['type']) ?? '',
            docType: text(each['docType']) ?? '',
            docId: text(each['docId']) ?? '',
            docNo: text(each['docNo']),
            day: text(each['day']) ?? '',
            otherName: text(each['otherName']) ?? '',
            charged: number(each['charged']),
            credited: number(each['credited']),
          })),
          byType: rowsOf(row['byType']).map((each) => ({
            type: text(each['type']) ?? '',
            documents: number(each['documents']) ?? 0,
            ...readSums(each),
          })),
          totals: readSums(record(row['totals'])),
        }),
      ),
  });
}

/** The same as a file with its head. Throws `ApiError`. */
export const statementFile = (asked: StatementParams, locale?: string): Promise<Blob> =>
  readCsv({ path, search: { ...asked } }, { locale });
