import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import type { Count } from '#src/collections/orders/queries.ts';
import type { RoutePath } from '#src/components/layout/menu.ts';
import { formatCount, formatPercent, formatTotal } from '#src/lib/format/format.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { amountChange, shareChange } from './change.ts';
import { type Figure, FigureCard, FigureRow } from './figure-card.tsx';
import { dashboardMessages } from './messages.ts';
import { daysOf } from './period.ts';
import { costIn, fillRateOf, perDay } from './totals.ts';
import type { Figures } from './use-figures.ts';

type Link = (to: RoutePath, search: Record<string, string | undefined>) => LinkProps | null;

interface FiguresProps {
  figures: Figures;
  branch: string | undefined;
}

/** Two rows of cards: what waits now, and how stock and the period stand. Of what a server lacks there is no card. */
export function DashboardFigures({ figures, branch }: FiguresProps) {
  const t = useMessages(dashboardMessages);
  const user = useUser();
  const link: Link = (to, search) => (canOpenPage(user, to) ? { to, search } : null);
  const rows = [
    { label: t.sections.now, cards: useWaiting(figures, branch, link) },
    { label: t.sections.period, cards: useStanding(figures, branch, link) },
  ];
  return rows.map(({ label, cards }) =>
    cards.length === 0 ? null : (
      <FigureRow key={label} label={label}>
        {cards.map((figure) => (
          <FigureCard key={figure.label} figure={figure} failed={t.notes.failed} />
        ))}
      </FigureRow>
    ),
  );
}

/** A count with its list; nothing where the server has no such call. */
function counted(query: UseQueryResult<Count | null>, rest: Omit<Figure, 'value'>): Figure[] {
  if (query.data === null) return [];
  const value = query.data ? formatTotal(query.data.count, query.data.isCapped) : null;
  return [{ ...rest, value, isFailed: query.isError }];
}

function useWaiting(figures: Figures, branch: string | undefined, link: Link): Figure[] {
  const { figures: names, notes } = useMessages(dashboardMessages);
  const { sees, lists } = figures;
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
  return [...orders, ...open];
}

function useStanding(figures: Figures, branch: string | undefined, link: Link): Figure[] {
  const t = useMessages(dashboardMessages);
  const { sees, period, stock, wasteDays, orderDays } = figures;
  const money = useMoney();
  const { days, before, from, to } = period;
  const shelves = (state: string) => link('/inventory', { state, place: branch });
  const short = stock.data
    ? (['belowMin', 'out', 'negative'] as const).flatMap((state) => {
        const [count, address] = [stock.data?.[state] ?? 0, shelves(state)];
        return count > 0 && address ? [{ text: t.notes[state](count), link: address }] : [];
      })
    : [];
  const cards: (Figure | null)[] = [
    sees.stock && stock.data !== null
      ? {
          label: t.figures.belowPar,
          value: stock.data ? formatCount(stock.data.belowPar) : null,
          note: t.notes.belowPar,
          isFailed: stock.isError,
          link: shelves('belowPar'),
          ...(stock.isError && !stock.data ? {} : { more: short }),
        }
      : null,
    sees.stock && sees.costs && stock.data !== null && stock.data?.value !== null
      ? {
          label: t.figures.stockValue,
          value: stock.data ? money(stock.data.value) : null,
          isFailed: stock.isError,
          link: link('/inventory', { sort: '-value', place: branch }),
        }
      : null,
    sees.wastage && sees.costs && wasteDays.data !== null
      ? {
          label: t.figures.wastage,
          value: wasteDays.data ? money(costIn(wasteDays.data, period)) : null,
          isFailed: wasteDays.isError,
          days: wasteDays.data && perDay(wasteDays.data, daysOf(period), ({ cost }) => cost ?? 0),
          change: !wasteDays.data
            ? null
            : amountChange(
                {
                  now: costIn(wasteDays.data, period),
                  before: costIn(wasteDays.data, before),
                  days,
                  good: 'down',
                },
                t.change,
              ),
          link: link('/branch-order/wastage', { branch, from, to, status: 'Posted' }),
        }
      : null,
    sees.orders && orderDays.data !== null
      ? {
          label: t.figures.fillRate,
          value: orderDays.data ? formatPercent(fillRateOf(orderDays.data, period)) : null,
          note:
            orderDays.data && fillRateOf(orderDays.data, period) === null
              ? t.notes.notShipped
              : t.notes.fillRate,
          isFailed: orderDays.isError,
          change: !orderDays.data
            ? null
            : shareChange(
                {
                  now: fillRateOf(orderDays.data, period),
                  before: fillRateOf(orderDays.data, before),
                  days,
                  good: 'up',
                },
                t.change,
              ),
          link: link('/branch-orders', { status: 'Shipped,Received', from, to, branch }),
        }
      : null,
  ];
  return cards.filter((card) => card !== null);
}
