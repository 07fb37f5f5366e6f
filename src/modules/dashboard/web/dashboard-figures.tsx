import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { canOpenPage } from '#core/permissions.ts';
import type { OrderCount } from '#modules/orders/web/queries/queries.ts';
import { type TileKey, tileRows, trendKeys } from '#modules/reports/tiles.ts';
import type { RoutePath } from '#platform/web/layout/menu.ts';
import { useOpenRecalls } from '#modules/recalls/web/queries/use-open-recalls.ts';
import { formatCount, formatTotal } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { dashboardMessages } from './messages.ts';
import { FigureList } from './figure-list.tsx';
import { type TileFigure, useTiles } from './tiles.tsx';
import type { DashboardQueries } from './use-figures.ts';

type BuildLink = (to: RoutePath, search: Record<string, string | undefined>) => LinkProps | null;

interface FiguresProps {
  figures: DashboardQueries;
  branch: string | undefined;
}

/** Returns the tiles that aren't shown as a trend. */
const listTiles = (row: keyof typeof tileRows): TileKey[] =>
  tileRows[row].filter((key) => !trendKeys.some((trendKey) => trendKey === key));

/**
 * Lists of figures: open work, stock, and results of the period. Figures that the server doesn't offer are
 * omitted.
 */
export function DashboardFigures({ figures, branch }: FiguresProps) {
  const t = useMessages(dashboardMessages);
  const user = useUser();
  const buildLink: BuildLink = (to, search) => (canOpenPage(user, to) ? { to, search } : null);
  const rows = [
    { label: t.sections.now, figures: useOpenWorkFigures(figures, branch, buildLink) },
    { label: t.sections.stock, figures: useTiles(figures, listTiles('stock'), 'shortChange') },
    { label: t.sections.period, figures: useTiles(figures, listTiles('period'), 'shortChange') },
  ];
  return rows.map((row) => <FigureList key={row.label} {...row} />);
}

/** Returns the figure for a count, or an empty list if the server doesn't offer the count. */
function toCountFigures(
  query: UseQueryResult<OrderCount | null>,
  figure: Omit<TileFigure, 'value'>,
): TileFigure[] {
  if (query.data === null) return [];
  const value = query.data ? formatTotal(query.data.count, query.data.isCapped) : null;
  return [{ ...figure, value, isFailed: query.isError }];
}

function useOpenWorkFigures(
  figures: DashboardQueries,
  branch: string | undefined,
  buildLink: BuildLink,
): TileFigure[] {
  const { figures: labels, notes } = useMessages(dashboardMessages);
  const { canSee, lists } = figures;
  const openRecalls = useOpenRecalls();
  const orders = canSee.orders
    ? [
        ...toCountFigures(figures.review, {
          label: labels.review,
          link: buildLink('/branch-orders', lists.review),
        }),
        ...toCountFigures(figures.late, {
          label: labels.late,
          note: notes.late,
          link: buildLink('/branch-orders', lists.late),
        }),
        ...toCountFigures(figures.transit, {
          label: labels.transit,
          link: buildLink('/branch-orders', lists.transit),
        }),
      ]
    : [];
  const discrepancies = canSee.discrepancies
    ? toCountFigures(figures.discrepancies, {
        label: labels.discrepancies,
        link: buildLink('/central-kitchen/dashboard', { stage: 'reconcile', branch }),
      })
    : [];
  const recalls: TileFigure[] =
    openRecalls.recalls.length === 0
      ? []
      : [
          {
            label: labels.recalls,
            value: formatCount(openRecalls.recalls.length),
            note: notes.recalls(
              openRecalls.recalls.reduce((sum, { awaiting: locations }) => sum + locations.length, 0),
            ),
            link: buildLink(
              openRecalls.page ?? '/inventory/lots',
              openRecalls.recalls.length === 1 ? { recall: openRecalls.recalls[0]?._id } : {},
            ),
            isFailed: false,
          },
        ];
  return [...recalls, ...orders, ...discrepancies];
}
