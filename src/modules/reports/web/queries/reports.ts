import type { ReportQueryInput } from '../../input.ts';
import { type ReportResponse, reportResponse } from '../../shapes.ts';
import { unwrapDocument } from '#platform/shapes/tolerant.ts';
import { type ReportName, reportShapes } from '../../report-shapes.ts';
import { xlsxType } from '#core/xlsx-type.ts';
import { api } from '#platform/web/api/api.ts';
import { fetchCsv } from '#platform/web/api/fetch-csv.ts';
import { fetchFile } from '#platform/web/api/read-file.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';
import { getLifetimeMs } from '#platform/web/cache/lifetimes.ts';

/** Parameters of a report, named as on the wire. */
export type ReportParams = Partial<Record<Exclude<keyof ReportQueryInput, 'limit'>, string>> & {
  limit?: number;
};

export type ReportTableRow = ReportResponse['rows'][number];

/**
 * Query for a report, refetched on every mount. Its key starts with that of its main collection, so that
 * changes there invalidate it.
 */
export function reportQuery(name: ReportName, params: ReportParams) {
  return {
    queryKey: [`${reportShapes[name].needs[0]}_data`, 'report', name, params] as const,
    staleTime: getLifetimeMs('orders'),
    refetchOnMount: 'always' as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReportResponse> =>
      readObject(
        reportResponse,
        unwrapDocument((await api.get(`reports/${name}`, { signal, search: { ...params } })).data),
      ),
  };
}

/**
 * Downloads all rows of a report as CSV without a header, which the caller adds in the current language.
 *
 * @throws ApiError
 */
export const fetchReportCsv = (name: ReportName, params: ReportParams, locale?: string): Promise<Blob> =>
  fetchCsv({ path: `reports/${name}`, search: toSearch(params) }, { locale, hasHeader: false });

/**
 * Downloads all rows of a report as an Excel workbook with column headings in the current language.
 *
 * @throws ApiError
 */
export const fetchReportWorkbook = (
  name: ReportName,
  params: ReportParams,
  signal: AbortSignal,
): Promise<Blob> =>
  fetchFile(xlsxType, { path: `reports/${name}`, search: toSearch(params), accept: xlsxType }, signal);

const toSearch = (params: ReportParams): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
