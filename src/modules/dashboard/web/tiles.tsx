import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { Tile as ReportTile } from '#modules/reports/figures-shapes.ts';
import { canOpenPage, canRead } from '#core/permissions.ts';
import {
  isHeavyTile,
  canSeeTile,
  type TileKey,
  tileRows,
  type TileShape,
  tileShapes,
} from '#modules/reports/tiles.ts';
import { tilesQuery } from '#modules/reports/web/queries/tiles.ts';
import { ChangeLine, FigureCard, movementTones } from '#platform/web/ui/figure.tsx';
import { cn } from '#platform/web/cn.ts';
import { missingValue, formatCount, formatDay, formatPercent } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useToday } from '#platform/web/use-today.ts';
import { dashboardMessages } from './messages.ts';
import { getDashboardPeriod } from './period.ts';
import { describeAmountChange, type Change, getGoalTone, limitTone, describeShareChange } from './totals.ts';
import type { DashboardSearch, DashboardQueries } from './use-figures.ts';

type TileRowName = keyof typeof tileRows;

interface TileQueries extends Pick<DashboardQueries, 'period' | 'tiles' | 'heavyTiles'> {
  canSee: Pick<DashboardQueries['canSee'], 'reports'>;
}

/**
 * Returns tiles. Each shows the total of a report and links to the report with the same parameters.
 *
 * @param changeText whether the text of a change includes the comparison period
 */
export function useTiles(
  { period, canSee, tiles, heavyTiles }: TileQueries,
  keys: readonly TileKey[],
  changeText: 'change' | 'shortChange' = 'change',
): (TileFigure & { key: TileKey })[] {
  const t = useMessages(dashboardMessages);
  const money = useMoney();
  const user = useUser();
  const unknown: Partial<Record<TileKey, string>> = t.unknown;
  if (!canSee.reports) return [];
  return keys.flatMap((key): (TileFigure & { key: TileKey })[] => {
    const { data, isError } = isHeavyTile(key) ? heavyTiles : tiles;
    if (data === undefined)
      return canSeeTile(user, key)
        ? [{ key, label: t.figures[key], value: null, isFailed: isError, link: null }]
        : [];
    const tile = data?.find((row) => row.key === key);
    if (!tile) return [];
    const { value, previous, type, goal } = tile;
    const { goodDirection, isPointInTime }: TileShape = tileShapes[key];
    const isShare = type === 'percent';
    const comparison = {
      current: toFraction(value, isShare),
      previous: toFraction(previous, isShare),
      days: period.days,
      goodDirection,
    };
    const change = (isShare ? describeShareChange : describeAmountChange)(comparison, t[changeText]);
    return [
      {
        key,
        label: t.figures[key],
        value: formatTileValue(type, value, money),
        note: (value === null ? unknown[key] : undefined) ?? t.tileNotes[key],
        change: isPointInTime ? undefined : limitTone(change, goal),
        goal: goal && {
          isMet: goal.isMet,
          figure: goal.value,
          text: t.goal[goal.kind](formatTileValue(type, goal.value, money)),
          state: goal.isMet === null ? t.goal.unknown : goal.isMet ? t.goal.met : t.goal.missed,
        },
        link: buildTileReportLink(user, tile),
      },
    ];
  });
}

/** The API returns percentages. */
const toFraction = (value: number | null, isShare: boolean) =>
  isShare && value !== null ? value / 100 : value;

export function formatTileValue(
  type: string,
  value: number | null,
  money: ReturnType<typeof useMoney>,
): string {
  if (value === null) return missingValue;
  if (type === 'money') return money(value);
  return type === 'percent' ? formatPercent(value / 100) : formatCount(value);
}

/** Returns a link to the tile's report; null if the user can't open reports. */
const buildTileReportLink = (
  user: ReturnType<typeof useUser>,
  { report, params }: ReportTile,
): LinkProps | null =>
  canOpenPage(user, '/reports') ? ({ to: '/reports', search: { report, ...params } } as LinkProps) : null;

export interface TileFigure {
  label: string;
  /** Formatted value; null while loading. */
  value: string | null;
  /** Short description of the value. */
  note?: string | undefined;
  /** Null while loading, to reserve its space. */
  change?: Change | null | undefined;
  /** Target as text and number, and whether it is met. */
  goal?: { text: string; state: string; isMet: boolean | null; figure: number } | null;
  isFailed?: boolean;
  /** Link to the list with exactly these rows; null if the user can't open one. */
  link: LinkProps | null;
}

/** Target of a figure, and whether it is met, shown by colour, icon and text. */
export function GoalLine({ goal }: { goal: NonNullable<TileFigure['goal']> }) {
  const GoalIcon = goal.isMet === null ? CircleDashed : goal.isMet ? CircleCheck : TriangleAlert;
  return (
    <span className={cn('flex items-start gap-1 text-xs', movementTones[getGoalTone(goal)])}>
      <GoalIcon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span>
        {goal.text}, <strong className="font-semibold">{goal.state}</strong>
      </span>
    </span>
  );
}

/** Tile with label, value, note and change, linked to its list. */
function Tile({ figure, failed }: { figure: TileFigure; failed: string }) {
  const { label, value, note, change, goal, isFailed = false, link } = figure;
  return (
    <li className="grid">
      <FigureCard isLarge label={label} figure={value ?? (isFailed ? missingValue : null)} link={link}>
        <span className="min-h-4 text-muted-foreground text-xs">
          {isFailed && value === null ? failed : note}
        </span>
        {change === undefined ? null : (
          <ChangeLine change={change} className="min-h-8">
            {change?.text}
          </ChangeLine>
        )}
        {goal ? <GoalLine goal={goal} /> : null}
      </FigureCard>
    </li>
  );
}

/** A row of tiles: up to four per line, three if there are more than four. Renders nothing without tiles. */
export function TileFigureRow({ label, figures }: { label: string; figures: readonly TileFigure[] }) {
  const t = useMessages(dashboardMessages);
  if (figures.length === 0) return null;
  return (
    <section className="pb-6">
      <h2 className="pb-2 font-semibold text-sm">{label}</h2>
      <ul
        className={cn(
          'grid grid-cols-2 gap-2 lg:gap-3',
          figures.length > 4 ? 'lg:grid-cols-3' : 'lg:grid-cols-4',
        )}
      >
        {figures.map((figure) => (
          <Tile key={figure.label} figure={figure} failed={t.notes.failed} />
        ))}
      </ul>
    </section>
  );
}

interface TileRowProps {
  label: string;
  row: TileRowName;
  /** Branch and days of the screen. */
  search: DashboardSearch;
}

/** A row of tiles for other screens; hidden if the server has no tiles. */
export function TileRow({ label, row, search: { branch, from, to } }: TileRowProps) {
  const t = useMessages(dashboardMessages);
  const canSeeReports = canRead(useUser(), 'reports');
  const today = useToday();
  const period = getDashboardPeriod({ from, to }, today);
  const days = { from: period.from, to: period.to, branch };
  const hasHeavy = tileRows[row].some(isHeavyTile);
  const tiles = useQuery({ ...tilesQuery(days, today, 'light'), enabled: canSeeReports });
  const heavyTiles = useQuery({ ...tilesQuery(days, today, 'heavy'), enabled: canSeeReports && hasHeavy });
  const figures = useTiles({ period, canSee: { reports: canSeeReports }, tiles, heavyTiles }, tileRows[row]);
  // The screen may list orders of all days, so the tiles state their own period.
  const periodText = t.context.period(formatDay(period.from), formatDay(period.to));
  return <TileFigureRow label={row === 'period' ? `${label}: ${periodText}` : label} figures={figures} />;
}
