import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import { isCumulativeTile } from '#modules/reports/goal-rules.ts';
import type { TileTrend } from '#modules/reports/figures-shapes.ts';
import { getTileType, type TileKey, trendKeys } from '#modules/reports/tiles.ts';
import { cn } from '#platform/web/cn.ts';
import { countDays } from '#core/periods.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { ChangeLine, FigureCard } from '#platform/web/ui/figure.tsx';
import { dashboardMessages } from './messages.ts';
import { formatTileValue, GoalLine, type TileFigure, useTiles } from './tiles.tsx';
import { getGoalTone } from './totals.ts';
import type { DashboardQueries } from './use-figures.ts';

/** Chart code is loaded when the first chart is rendered. */
const Sparkline = lazyView(async () => (await import('#platform/web/charts/sparkline.tsx')).Sparkline);

/** Line colours. Without a target, a line isn't green, because green would suggest that a target is met. */
const lineTones = { good: 'text-status-green', bad: 'text-status-red', neutral: 'text-foreground/60' };

/** Charts of the main figures over the period, with their targets; each links to its report. */
export function TrendTiles({ figures }: { figures: DashboardQueries }) {
  const t = useMessages(dashboardMessages);
  const tiles = useTiles(figures, trendKeys, 'shortChange');
  if (tiles.length === 0) return null;
  return (
    <section className="pb-6">
      <h2 className="flex flex-wrap items-baseline gap-x-2 pb-2 font-semibold text-sm">
        {t.sections.trends}
        <span className="font-normal text-muted-foreground text-xs">
          {t.comparedWith(figures.period.days)}
        </span>
      </h2>
      <ul className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-3">
        {tiles.map((tile) => (
          <TrendTile
            key={tile.key}
            tile={tile}
            days={figures.period.days}
            points={getPoints(figures.trends, tile.key)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Returns the points of a tile; undefined while loading, empty if there are none. */
function getPoints(
  { data, isError }: UseQueryResult<TileTrend[] | null>,
  key: TileKey,
): TileTrend['points'] | undefined {
  if (data === undefined && !isError) return undefined;
  return data?.find((trend) => trend.key === key)?.points ?? [];
}

interface TrendTileProps {
  tile: TileFigure & { key: TileKey };
  /** Number of days that the figure covers. */
  days: number;
  points: TileTrend['points'] | undefined;
}

function TrendTile({ tile, days, points }: TrendTileProps) {
  const t = useMessages(dashboardMessages);
  const { label, value, note, change, goal, isFailed = false, link } = tile;
  return (
    <li className="grid">
      <FigureCard label={label} figure={value ?? (isFailed ? '–' : null)} link={link}>
        <Line tile={tile} days={days} points={points} />
        <ChangeLine change={change ?? null} className="min-h-4">
          {change?.text}
        </ChangeLine>
        {goal ? (
          <GoalLine goal={goal} />
        ) : (
          <span className="min-h-4 text-muted-foreground text-xs">
            {isFailed && value === null ? t.notes.failed : note}
          </span>
        )}
      </FigureCard>
    </li>
  );
}

const lineSize = 'h-10 lg:h-14';

function Line({ tile: { key, goal }, days, points }: TrendTileProps) {
  const t = useMessages(dashboardMessages);
  const money = useMoney();
  if (points === undefined) return <span className={lineSize} />;
  const knownPoints = points.flatMap(({ value, from, to }) => (value === null ? [] : [{ value, from, to }]));
  const [first] = knownPoints;
  const last = knownPoints.at(-1);
  if (!first || !last || knownPoints.length < 2)
    return (
      <span className={cn('flex items-center text-muted-foreground text-xs', lineSize)}>{t.line.none}</span>
    );
  const format = (value: number) => formatTileValue(getTileType(key), value, money);
  const describePoint = (point: typeof first) => t.line.point(format(point.value), formatDay(point.to));
  const values = knownPoints.map(({ value }) => value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  return (
    <Suspense fallback={<span className={lineSize} />}>
      <Sparkline
        className={cn(lineSize, lineTones[getGoalTone(goal)])}
        values={points.map(({ value }) => value)}
        goal={goal ? (isCumulativeTile(key) ? (goal.figure * countDays(last)) / days : goal.figure) : null}
        label={[
          t.line.label(describePoint(first), describePoint(last)),
          t.line.range(format(lowest), format(highest)),
        ].join(' ')}
      />
    </Suspense>
  );
}
