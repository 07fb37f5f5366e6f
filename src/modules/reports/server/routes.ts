import { tilesQueryParams } from '../figures-input.ts';
import { tilesResponse, tileTrendsResponse } from '../figures-shapes.ts';
import { reportQueryParams } from '../input.ts';
import { reportResponse, reportListing } from '../shapes.ts';
import { listAllColumns } from '../columns.ts';
import { canReadReport, getReportParams, reportNames, getRequiredParams } from '../report-shapes.ts';
import type { ReportShape } from '#platform/reports/shape-types.ts';
import { resolveColumnHeading, getReportStrings } from '../strings.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { type RouteAccess, readRoute, type Route } from '#platform/server/http/route.ts';
import { buildCsvResponse, buildXlsxResponse } from './file.ts';
import { goalRoutes } from './goals.ts';
import { reports } from './reports.ts';
import { runReport } from './run.ts';
import { loadTiles, loadTileTrends } from './tiles.ts';
import { toReportColumn } from './report-result.ts';

const access: RouteAccess = { kind: 'collection', collection: 'reports', flag: 'canView' };

export const reportRoutes: readonly Route[] = [
  readRoute({
    path: '/reports',
    access,
    summary: 'Reports that the caller may read, with their parameters',
    response: reportListing,
    async run({ actor }) {
      const body = reportNames
        .map((name) => reports[name].shape)
        .filter((shape) => canReadReport(requireActor(actor), shape))
        .map(toListing);
      return { status: 200, body };
    },
  }),
  readRoute({
    path: '/reports/tiles',
    isLong: ({ cost }) => cost !== 'light',
    access,
    summary: 'Dashboard tiles: report totals with their parameters and the previous period',
    query: tilesQueryParams,
    response: tilesResponse,
    async run({ db, actor, query, now, prefersAltName }) {
      const tiles = await loadTiles(db, query, { actor: requireActor(actor), now, prefersAltName });
      return { status: 200, body: { tiles } };
    },
  }),
  readRoute({
    path: '/reports/tiles/trends',
    isLong: () => true,
    access,
    summary: 'Trends of dashboard tiles: report totals of every day or week of the period',
    query: tilesQueryParams,
    response: tileTrendsResponse,
    async run({ db, actor, query, now, prefersAltName }) {
      const trends = await loadTileTrends(db, query, { actor: requireActor(actor), now, prefersAltName });
      return { status: 200, body: { trends } };
    },
  }),
  ...goalRoutes,
  readRoute({
    path: '/reports/:name',
    isLong: () => true,
    access,
    summary:
      'A report: rows and totals; with `Accept: text/csv` all rows as a file (`header=absent` omits the header, `locale=de-DE` formats numbers and dates), or as an Excel workbook with its media type',
    query: reportQueryParams,
    response: reportResponse,
    async run({ db, actor, params, query, now, prefersAltName, csvRequest, wantsXlsx }) {
      const run = await runReport(db, params['name'] ?? '', query, {
        actor: requireActor(actor),
        now,
        prefersAltName,
      });
      if (csvRequest) return buildCsvResponse(run, csvRequest);
      if (wantsXlsx) {
        // Users who see second-language names get Arabic, the dashboard's only other language.
        const strings = getReportStrings(prefersAltName ? 'ar' : 'en');
        const headings = run.columns.map(({ key }) => resolveColumnHeading(strings, key, run.by));
        return buildXlsxResponse(run, headings, prefersAltName);
      }
      const { shape: _, first, all: __, ...result } = run;
      const body = { ...result, rows: await first(query.limit) };
      return { status: 200, body, headers: { 'x-total-count': String(body.total) } };
    },
  }),
];

const toListing = (shape: ReportShape) => ({
  name: shape.name,
  area: shape.area,
  params: listQueryFields(getReportParams(shape)),
  required: listQueryFields(getRequiredParams(shape)),
  by: shape.kind === 'grouped' ? [...shape.dimensions] : [],
  columns: listAllColumns(shape).map((column) => toReportColumn(column, true)),
});

/** `days` stands for two parameters. */
const listQueryFields = (params: readonly string[]): string[] =>
  params.flatMap((param) => (param === 'days' ? ['from', 'to'] : [param]));
