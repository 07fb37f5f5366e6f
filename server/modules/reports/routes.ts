import { reportAnswer, reportListing, reportParams, reportQuery } from '#contract/reports.ts';
import { type Actor, mayRead } from '#domain/permissions.ts';
import { isReportName, reportNames } from '#domain/reports/shapes.ts';
import { signedIn } from '../../documents/context.ts';
import { forbidden, notFound } from '../../http/problems.ts';
import { type Access, readRoute, type Route } from '../../http/route.ts';
import { answerReport, everyColumn } from './answer.ts';
import { csvAnswer } from './csv.ts';
import type { ReportDefinition } from './define.ts';
import { reports } from './reports.ts';

const read: Access = { kind: 'collection', collection: 'reports', flag: 'canView' };

export const reportRoutes: readonly Route[] = [
  readRoute({
    path: '/reports',
    access: read,
    summary: 'The reports that the caller may read, with what they can be asked',
    response: reportListing,
    async run({ actor }) {
      const body = reportNames
        .map((name) => reports[name])
        .filter(({ shape }) => mayRead(signedIn(actor), shape.needs))
        .map(({ shape }) => ({
          name: shape.name,
          params: reportParams,
          by: [...shape.dimensions],
          columns: everyColumn(shape),
        }));
      return { status: 200, body };
    },
  }),
  readRoute({
    path: '/reports/:name',
    access: read,
    summary:
      'A report over days: rows, and totals of everything; with `Accept: text/csv` all rows as a file (`header=absent` leaves out its head)',
    query: reportQuery,
    response: reportAnswer,
    async run({ db, actor, params, query, now, leadsWithAlt, wantsCsv }) {
      const report = reportNamed(params['name'], signedIn(actor));
      const whole = await answerReport(db, report, query, { actor: signedIn(actor), now, leadsWithAlt });
      if (wantsCsv) return csvAnswer(whole, wantsCsv === 'with head');
      const body = { ...whole, rows: whole.rows.slice(0, query.limit), total: whole.rows.length };
      return { status: 200, body, headers: { 'x-total-count': String(body.total) } };
    },
  }),
];

function reportNamed(name: string | undefined, actor: Actor): ReportDefinition {
  if (!isReportName(name)) throw notFound();
  if (!mayRead(actor, reports[name].shape.needs)) throw forbidden();
  return reports[name];
}
