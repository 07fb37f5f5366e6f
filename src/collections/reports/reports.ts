import type { ReportQueryInput } from '#contract/reports.ts';
import { type ReportAnswer, reportAnswer } from '#contract/shapes/reports.ts';
import { unwrapDocument } from '#contract/tolerant.ts';
import { type ReportName, reportShapes } from '#domain/reports/shapes.ts';
import { xlsxType } from '#domain/xlsx-type.ts';
import { api } from '#src/lib/api/api.ts';
import { fetchCsv } from '#src/lib/api/fetch-csv.ts';
import { fetchFile } from '#src/lib/api/read-file.ts';
import { readObject } from '../read-shape.ts';
import { getLifetimeMs } from '#src/lib/cache/lifetimes.ts';

/** Parameters of a report, named as on the wire. */
export type ReportParams = Partial<Record<Exclude<keyof ReportQueryInput, 'limit'>, string>> & {
  limit?: number;
};

export type ReportTableRow = ReportAnswer['rows'][number];

/**
 * Query for a report, refetched on every mount. Its key starts with that of its main collection, so that
 * changes there invalidate it.
 */
export function reportQuery(name: ReportName, params: ReportParams) {
  return {
    queryKey: [`${reportShapes[name].needs[0]}_data`, 'report', name, params] as const,
    staleTime: getLifetimeMs('orders'),
    refetchOnMount: 'always' as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReportAnswer> =>
      readObject(
        reportAnswer,
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
  fetchCsv({ path: `reports/${name}`, search: searchOf(params) }, { locale, hasHead: false });

/**
 * Downloads all rows of a report as an Excel workbook with column headings in the current language.
 *
 * @throws ApiError
 */
export const reportWorkbook = (name: ReportName, params: ReportParams, signal: AbortSignal): Promise<Blob> =>
  fetchFile(xlsxType, { path: `reports/${name}`, search: searchOf(params), accept: xlsxType }, signal);

const searchOf = (params: ReportParams): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
