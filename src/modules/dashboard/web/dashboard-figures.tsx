import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { canOpenPage } from '#core/permissions.ts';
import type { OrderCount } from '#modules/orders/web/queries/queries.ts';
import type { RoutePath } from '#platform/web/layout/menu.ts';
import { useOpenRecalls } from '#modules/recalls/web/queries/use-open-recalls.ts';
import { formatCount, formatTotal } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { dashboardMessages } from './messages.ts';
import { type TileFigure, TileFigureRow, useTiles } from './tiles.tsx';
import type { DashboardQueries } from './use-figures.ts';

type Link = (to: RoutePath, search: Record<string, string | undefined>) => LinkProps | null;

interface FiguresProps {
  figures: DashboardQueries;
  branch: string | undefined;
}

/**
 * Rows of cards: open work, stock, and results of the period. Figures that the server doesn't offer are
 * omitted.
 */
export function DashboardFigures({ figures, branch }: FiguresProps) {
  const t = useMessages(dashboardMessages);
  const user = useUser();
  const link: Link = (to, search) => (canOpenPage(user, to) ? { to, search } : null);
  const rows = [
    { label: t.sections.now, cards: useOpenWorkFigures(figures, branch, link) },
    { label: t.sections.stock, cards: useTiles(figures, 'stock') },
    { label: t.sections.period, cards: useTiles(figures, 'period') },
  ];
  return rows.map(({ label, cards }) => <TileFigureRow key={label} label={label} cards={cards} />);
}

/** Returns a card for a count; empty if the server doesn't offer it. */
function counted(query: UseQueryResult<OrderCount | null>, rest: Omit<TileFigure, 'value'>): TileFigure[] {
  if (query.data === null) return [];
  const value = query.data ? formatTotal(query.data.count, query.data.isCapped) : null;
  return [{ ...rest, value, isFailed: query.isError }];
}

function useOpenWorkFigures(figures: DashboardQueries, branch: string | undefined, link: Link): TileFigure[] {
  const { figures: names, notes } = useMessages(dashboardMessages);
  const { sees, lists } = figures;
  const awaiting = useOpenRecalls();
  const orders = sees.orders
    ? [
        ...counted(figures.review, { label: names.review, link: link('/branch-orders', lists.review) }),
        ...counted(figures.late, {
          label: names.late,
          note: notes.late,
          link: link('/branch-orders', lists.late),
        }),
        ...counted(figures.transit, { label: names.transit, link: link('/branch-orders', lists.transit) }),
      ]
    : [];
  const open = sees.discrepancies
    ? counted(figures.discrepancies, {
        label: names.discrepancies,
        link: link('/central-kitchen/dashboard', { bin: 'reconcile', branch }),
      })
    : [];
  const recalls: TileFigure[] =
    awaiting.recalls.length === 0
      ? []
      : [
          {
            label: names.recalls,
            value: formatCount(awaiting.recalls.length),
            note: notes.recalls(
              awaiting.recalls.reduce((sum, { awaiting: places }) => sum + places.length, 0),
            ),
            link: link(
              awaiting.page ?? '/inventory/lots',
              awaiting.recalls.length === 1 ? { recall: awaiting.recalls[0]?._id } : {},
            ),
            isFailed: false,
          },
        ];
  return [...recalls, ...orders, ...open];
}
