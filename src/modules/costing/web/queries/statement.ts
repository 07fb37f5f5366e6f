import { branchStatement } from '../../shapes.ts';
import { fetchCsv } from '#platform/web/api/fetch-csv.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readResponse } from '#platform/web/queries/read-shape.ts';

export interface StatementParams {
  branch: string;
  from: string;
  to: string;
}

const path = 'costing/statement';

/**
 * Queries the charges of a location in a period by document; invalidated together with the stock postings
 * from which they are derived.
 */
export function statementQuery(params: StatementParams) {
  return readQuery({
    collection: 'stock_data',
    key: ['statement', params],
    lifetime: 'orders',
    path,
    search: { ...params },
    read: (reply) => readResponse(reply, branchStatement),
  });
}

/** Downloads the statement as CSV with a header. Throws `ApiError`. */
export const fetchStatementFile = (params: StatementParams, locale?: string): Promise<Blob> =>
  fetchCsv({ path, search: { ...params } }, { locale });
