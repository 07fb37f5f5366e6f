import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Tile } from '#modules/reports/figures-shapes.ts';
import { canSeeTile, type TileKey, tileShapes } from '#modules/reports/tiles.ts';
import { isGroupedName } from '#modules/reports/report-shapes.ts';
import { isGoalMet } from '#modules/reports/goal-rules.ts';
import { reportQuery, type ReportTableRow } from '#modules/reports/web/queries/reports.ts';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import { formatPercent } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { dashboardMessages } from './messages.ts';
import { getGoalTone, rankWorstFirst } from './totals.ts';
import type { DashboardPeriod } from './period.ts';

const BarChart = lazyView(async () => (await import('#platform/web/charts/bar-chart.tsx')).BarChart);

/** Percentages by which locations can be ranked. */
const measures = ['foodCost', 'wastageShare', 'fillRate'] as const satisfies readonly TileKey[];
type Measure = (typeof measures)[number];

/** Number of bars shown before "Show all" is clicked. */
const initialBarCount = 8;

interface BranchRankingProps {
  period: DashboardPeriod;
  /** Measure from the URL. */
  measure: string | undefined;
  onMeasure(measure: Measure): void;
  /** Tiles with the targets of the business. */
  tiles: readonly Tile[];
}

/**
 * Ranks locations by one percentage, worst first, from the tile's report. Each bar links to the rows behind
 * it.
 */
export function BranchRanking({ period, measure, onMeasure, tiles }: BranchRankingProps) {
  const t = useMessages(dashboardMessages);
  const user = useUser();
  const availableMeasures = measures.filter((key) => canSeeTile(user, key));
  const selected = availableMeasures.find((key) => key === measure) ?? availableMeasures[0];
  if (selected === undefined) return null;
  return (
    <section className="flex min-w-0 flex-col pb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
        <h2 className="font-semibold text-sm">{t.sections.ranking}</h2>
        <Select
          aria-label={t.ranking.measure}
          className="w-auto"
          value={selected}
          onChange={(event) => onMeasure(event.currentTarget.value as Measure)}
        >
          {availableMeasures.map((key) => (
            <option key={key} value={key}>
              {t.figures[key]}
            </option>
          ))}
        </Select>
      </div>
      <Ranking
        measure={selected}
        period={period}
        goal={tiles.find(({ key }) => key === selected)?.goal ?? null}
      />
    </section>
  );
}

interface RankingProps {
  measure: Measure;
  period: DashboardPeriod;
  goal: Tile['goal'];
}

function Ranking({ measure, period: { from, to }, goal }: RankingProps) {
  const t = useMessages(dashboardMessages);
  const user = useUser();
  const [isExpanded, setExpanded] = useState(false);
  const { report, totalKey, goodDirection } = tileShapes[measure];
  const by = isGroupedName(report) ? { by: 'branch' } : {};
  const { data, isError } = useQuery({
    ...reportQuery(report, { from, to, ...by }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.name !== report)
    return isError ? <Note text={t.notes.failed} /> : <Skeleton className="h-72 rounded-lg" />;
  const ranked = rankWorstFirst(
    data.rows.map((row) => toRankedRow(row, totalKey)),
    goodDirection,
  ).filter(({ value }) => value !== null);
  if (ranked.length === 0) return <Note text={t.unknown[measure]} />;
  const shownRows = isExpanded ? ranked : ranked.slice(0, initialBarCount);
  return (
    <>
      <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
        <BarChart
          title={t.ranking.title(t.figures[measure])}
          points={shownRows.map(({ id, name, value }) => ({
            key: id,
            label: name,
            value,
            comparison: goal?.value ?? null,
            tone: getGoalTone(goal && { isMet: isGoalMet(goal.kind, value, goal.value) }),
            to: linkToRows(user, measure, { from, to, branch: id }),
          }))}
          formatValue={(percent) => formatPercent(percent / 100)}
          comparisonName={goal ? t.goal[goal.kind](formatPercent(goal.value / 100)) : undefined}
          headings={null}
        />
      </Suspense>
      {ranked.length > shownRows.length ? (
        <Button size="sm" className="mt-2 self-start" onClick={() => setExpanded(true)}>
          {t.ranking.showAll(ranked.length)}
        </Button>
      ) : null}
    </>
  );
}

function Note({ text }: { text: string }) {
  return <p className="min-h-72 rounded-lg border bg-card p-4 text-muted-foreground text-sm">{text}</p>;
}

/** Converts a report row; reports that can be grouped identify the location by `key` and `label`. */
const toRankedRow = (row: ReportTableRow, totalKey: string) => ({
  id: String(row['branchId'] ?? row['key']),
  name: String(row['place'] ?? row['label']),
  value: typeof row[totalKey] === 'number' ? row[totalKey] : null,
});

/** Returns the link to the rows behind a location's percentage; null if the user can't open them. */
function linkToRows(
  user: Actor,
  measure: Measure,
  days: { from: string; to: string; branch: string },
): LinkProps | null {
  if (measure === 'foodCost' && canOpenPage(user, '/costing/food-cost'))
    return { to: '/costing/food-cost', search: days } as LinkProps;
  const search = {
    foodCost: { report: 'food-cost' },
    wastageShare: { report: 'wastage' },
    fillRate: { report: 'order-fill', by: 'document' },
  }[measure];
  return canOpenPage(user, '/reports')
    ? ({ to: '/reports', search: { ...search, ...days } } as LinkProps)
    : null;
}
