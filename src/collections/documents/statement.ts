import type { BranchStatement, StatementRow } from '#contract/costing.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { fetchCsv } from '#src/lib/api/fetch-csv.ts';
import { readOne, readQuery } from '../read-query.ts';

export interface StatementParams {
  branch: string;
  from: string;
  to: string;
}

type Sums = BranchStatement['totals'];
export interface StatementResponse extends Pick<BranchStatement, 'branchName' | 'totals'> {
  rows: (Omit<StatementRow, 'type' | 'docType'> & { key: string; type: string; docType: string })[];
  byType: (Sums & { type: string; documents: number })[];
}

const path = 'costing/statement';
const rowsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(readRecord) : []);
const readSums = (row: JsonRecord): Sums => ({
  charged: readNumberValue(row['charged']),
  credited: readNumberValue(row['credited']),
  net: readNumberValue(row['net']),
});

/**
 * Queries the charges of a location in a period by document; cached with the postings they are derived from.
 */
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
          branchName: readText(row['branchName']) ?? '',
          rows: rowsOf(row['rows']).map((each) => ({
            key: `${readText(each['type'])} ${readText(each['docId'])}`,
            type: readText(each['type']) ?? '',
            docType: readText(each['docType']) ?? '',
            docId: readText(each['docId']) ?? '',
            docNo: readText(each['docNo']),
            day: readText(each['day']) ?? '',
            otherName: readText(each['otherName']) ?? '',
            charged: readNumberValue(each['charged']),
            credited: readNumberValue(each['credited']),
          })),
          byType: rowsOf(row['byType']).map((each) => ({
            type: readText(each['type']) ?? '',
            documents: readNumberValue(each['documents']) ?? 0,
            ...readSums(each),
          })),
          totals: readSums(readRecord(row['totals'])),
        }),
      ),
  });
}

/** Downloads the statement as CSV with a header. Throws `ApiError`. */
export const statementFile = (asked: StatementParams, locale?: string): Promise<Blob> =>
  fetchCsv({ path, search: { ...asked } }, { locale });
