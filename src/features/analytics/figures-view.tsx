import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import type { AnalyticsAnswer } from '#contract/analytics.ts';
import {
  type AnalyticsDimension,
  type AnalyticsFigure,
  analyticsShapes,
  type AnalyticsView,
} from '#domain/analytics/views.ts';
import { type Actor, canOpenPage } from '#domain/permissions.ts';
import { isTime } from '#domain/reports/shapes.ts';
import { analyticsQuery, failedOrdersQuery } from '#src/collections/reports/analytics.ts';
import { BarChart } from '#src/components/charts/bar-chart.tsx';
import type { ChartPoint } from '#src/components/charts/chart-frame.tsx';
import { TrendChart } from '#src/components/charts/trend-chart.tsx';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { FactTable } from '#src/components/ui/table.tsx';
import { absent, formatDay } from '#src/lib/format/format.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { type Translation, useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { Choice, FigureCard, NamedRow, RowsTable, sayFigure } from './figures.tsx';
import { analyticsMessages } from './messages.ts';
import { here, type Question, reportLink } from './question.ts';
import type { AnalyticsAddress } from './search.ts';

type Words = Translation<(typeof analyticsMessages)['en']>;
type Row = AnalyticsAnswer['rows'][number];
type FigureKey = keyof Words['figures'];

/** More bars are not told apart, and more rows are read after a press. */
const mostBars = 12;
const firstRows = 100;

interface FiguresViewProps {
  view: AnalyticsView;
  question: Question;
  address: AnalyticsAddress;
}

/** Figures of everything, a picture of one of them by rows, and all of them as a table. */
export function FiguresView({ view, question, address }: FiguresViewProps) {
  const t = useMessages(analyticsMessages);
  const money = useMoney();
  const user = useUser();
  const navigate = useNavigate();
  const shape = analyticsShapes[view];
  const figures: readonly AnalyticsFigure[] = shape.figures;
  const dimensions: readonly AnalyticsDimension[] = shape.by;
  const by = dimensions.find((each) => each === address.by) ?? shape.by[0];
  const drawn =
    figures.find(({ key, type }) => key === address.figure && type !== 'text') ??
    figures.find(({ key }) => key === shape.drawn);
  const query = useQuery({ ...analyticsQuery(view, { ...question, by }), placeholderData: keepPreviousData });
  const { data, error, refetch } = query;
  if (!data || data.view !== view || data.by !== by)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={10} />
    );
  if (data.rows.length === 0) return <EmptyState icon={ChartColumn} title={t.none} text={t.noneText} />;
  const show = (change: AnalyticsAddress) =>
    void navigate({ ...(here(change) as object), to: '.', replace: true, resetScroll: false } as never);
  const rows = address.all ? data.rows : data.rows.slice(0, firstRows);
  const linkOf = (row: Row) => rowLink({ view, by, question, row, user });
  return (
    <>
      <ul aria-label={t.totals} className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5 lg:gap-3">
        {figures
          .filter(({ key }) => data.totals[key] !== null)
          .map(({ key, type, good }) => (
            <FigureCard
              key={key}
              label={t.figures[key as FigureKey]}
              value={sayFigure(type, data.totals[key], money)}
              now={data.totals[key]}
              before={data.totalsBefore?.[key]}
              beforeSaid={data.totalsBefore ? t.before(sayFigure(type, data.totalsBefore[key], money)) : null}
              good={good}
              link={totalLink({ view, key, question, user })}
            />
          ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        {dimensions.length > 1 ? (
          <Choice label={t.by} value={by} onChange={(value) => show({ by: value })}>
            {dimensions.map((each) => [each, t.dimensions[each]])}
          </Choice>
        ) : null}
        <Choice label={t.draw} value={drawn?.key ?? ''} onChange={(value) => show({ figure: value })}>
          {figures.filter(({ type }) => type !== 'text').map(({ key }) => [key, t.figures[key as FigureKey]])}
        </Choice>
      </div>
      {drawn ? <Picture data={data} drawn={drawn} by={by} question={question} linkOf={linkOf} /> : null}
      <RowsTable
        label={t.table}
        file={`${view}-${question.from}-${question.to}`}
        rows={rows}
        all={data.rows}
        keyOf={({ key }) => key}
        columns={[
          {
            head: t.dimensions[by],
            cell: (row: Row) => <NamedRow name={labelOf(t, row, by)} link={linkOf(row)} />,
            raw: (row) => labelOf(t, row, by),
          },
          ...(by === 'item'
            ? [
                {
                  head: t.code,
                  cell: ({ code }: Row) => <bdi>{code ?? absent}</bdi>,
                  raw: ({ code }: Row) => code ?? '',
                },
              ]
            : []),
          ...figures
            .filter(({ key }) => data.rows.some((row) => row.figures[key] !== null))
            .map(({ key, type }) => ({
              head: t.figures[key as FigureKey],
              isNumeric: type !== 'text',
              cell: (row: Row) => sayFigure(type, row.figures[key], money),
              raw: (row: Row) => row.figures[key] ?? null,
            })),
        ]}
      />
      {data.rows.length > rows.length ? (
        <p className="flex flex-wrap items-center gap-3 text-muted-foreground text-sm">
          {t.shown(rows.length, data.rows.length)}
          <Button size="sm" className="print:hidden" onClick={() => show({ all: true })}>
            {t.showAll(data.rows.length)}
          </Button>
        </p>
      ) : null}
      {view === 'service' ? <FailedOrders question={question} /> : null}
    </>
  );
}

/** What a row is called. */
function labelOf(t: Words, { key, label }: Row, by: AnalyticsDimension): string {
  if (by === 'day') return formatDay(key);
  if (by === 'week') return t.weekOf(formatDay(key));
  return by === 'weekday' ? formatWeekday(Number(key), 'long') : label;
}

interface PictureProps {
  data: AnalyticsAnswer;
  drawn: AnalyticsFigure;
  by: AnalyticsDimension;
  question: Question;
  linkOf(row: Row): LinkProps | null;
}

/** Times as columns, or as a line where they are shares or levels; everything else as bars, the largest first. */
function Picture({ data, drawn: { key, type }, by, question, linkOf }: PictureProps) {
  const t = useMessages(analyticsMessages);
  const money = useMoney();
  const valueOf = (figures: Row['figures'] | null) => {
    const value = figures?.[key];
    return typeof value === 'number' ? value : null;
  };
  const points = data.rows.map(
    (row): ChartPoint => ({
      key: row.key,
      label: labelOf(t, row, by),
      value: valueOf(row.figures),
      ...(data.before && { beside: valueOf(row.before) }),
      to: linkOf(row),
    }),
  );
  const shared = {
    title: t.chart(t.figures[key as FigureKey], t.dimensions[by]),
    say: (value: number) => sayFigure(type, value, money),
    besideName:
      question.against !== undefined && data.rows.some(({ before }) => before !== null)
        ? t.comparisons[question.against]
        : undefined,
    heads: null,
  };
  if (isTime(by))
    return (
      <TrendChart
        {...shared}
        points={points}
        shape={type === 'share' || type === 'number' ? 'line' : 'columns'}
      />
    );
  const largest = points.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
  return <BarChart {...shared} points={largest.slice(0, mostBars)} />;
}

interface Behind {
  view: AnalyticsView;
  question: Question;
  user: Actor;
}

/** The rows that a figure of everything is the total of. */
function totalLink({ view, key, question, user }: Behind & { key: string }): LinkProps | null {
  const { from, to, branch } = question;
  const days = { from, to, branch };
  if (key === 'orders')
    return canOpenPage(user, '/branch-orders')
      ? ({ to: '/branch-orders', search: { ...days, status: 'Shipped,Received' } } as LinkProps)
      : null;
  if (key === 'linesShort') return reportLink(user, { ...days, report: 'missing-items', by: 'document' });
  if ((key === 'records' || key === 'cost') && view !== 'stock')
    return reportLink(user, { ...days, report: 'wastage', by: 'document' });
  return null;
}

/** What stands behind a row: its orders, its waste, its stock card, or the same question of one branch. */
function rowLink({
  view,
  by,
  question,
  row: { key, code },
  user,
}: Behind & { by: AnalyticsDimension; row: Row }) {
  const days = { from: question.from, to: question.to, branch: question.branch };
  if (by === 'branch') return here({ branch: key });
  if (by === 'reason') return reportLink(user, { ...days, report: 'wastage', by: 'document', reason: key });
  if (by === 'item')
    return canOpenPage(user, '/inventory') && code
      ? ({ to: '/inventory', search: { q: code, place: question.branch } } as LinkProps)
      : null;
  if (by === 'day' && view === 'service')
    return reportLink(user, {
      from: key,
      to: key,
      branch: question.branch,
      report: 'order-patterns',
      by: 'document',
    });
  return by === 'day' && view === 'wastage'
    ? reportLink(user, { from: key, to: key, branch: question.branch, report: 'wastage', by: 'document' })
    : null;
}

/** The orders behind what OTIF lacks, with why each failed. */
function FailedOrders({ question }: { question: Question }) {
  const t = useMessages(analyticsMessages);
  const user = useUser();
  const { data } = useQuery({ ...failedOrdersQuery(question), placeholderData: keepPreviousData });
  if (!data) return null;
  const why = ({ isLate, isShort, receivedDay }: (typeof data.rows)[number]) =>
    [
      ...(isLate ? [receivedDay === null ? t.failed.notCome : t.failed.late] : []),
      ...(isShort ? [t.failed.short] : []),
    ].join(', ');
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-sm">{t.failed.title(data.total)}</h2>
      {data.total === 0 ? (
        <p className="text-muted-foreground text-sm">{t.failed.none}</p>
      ) : (
        <FactTable
          label={t.failed.title(data.total)}
          rows={data.rows}
          keyOf={({ _id }) => _id}
          columns={[
            {
              head: t.failed.order,
              cell: ({ _id, orderNo }: (typeof data.rows)[number]) => (
                <NamedRow
                  name={orderNo}
                  link={
                    canOpenPage(user, '/branch-orders')
                      ? ({ to: '/branch-orders', search: { order: _id } } as LinkProps)
                      : null
                  }
                />
              ),
            },
            { head: t.branch, cell: ({ branchName }) => <bdi>{branchName}</bdi> },
            { head: t.failed.delivery, cell: ({ deliveryDate }) => formatDay(deliveryDate) },
            {
              head: t.failed.received,
              cell: ({ receivedDay }) => (receivedDay ? formatDay(receivedDay) : absent),
            },
            { head: t.failed.why, cell: why },
          ]}
        />
      )}
      {data.total > data.rows.length ? (
        <p className="text-muted-foreground text-sm">{t.shown(data.rows.length, data.total)}</p>
      ) : null}
    </section>
  );
}
