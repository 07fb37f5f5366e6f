import { canOpenPage } from '#domain/permissions.ts';
import { formatAge, formatCount, formatTotal } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { FigureLink } from '#src/components/order/figure-link.tsx';
import { OtherFigure } from '#src/components/order/other-figure.tsx';
import { isLongOnTheRoad, pickProgress } from './operations-board.ts';
import { operationsMessages } from './operations-messages.ts';
import { orderListFor } from './order-list-for.ts';
import type { Operations } from './use-operations.ts';

interface OperationFiguresProps {
  operations: Operations;
  nowMs: number;
}

/** The numbers of today, each the way to its list. */
export function OperationFigures({ operations, nowMs }: OperationFiguresProps) {
  const t = useMessages(operationsMessages).figures;
  const user = useUser();
  const { accept, picking, road, discrepancies } = operations;
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const progress = (picking.data?.rows ?? []).flatMap((order) => pickProgress(order) ?? []);
  const shipped = road.data?.rows ?? [];
  const long = shipped.filter((order) => isLongOnTheRoad(order, nowMs)).length;
  const due = shipped.filter(({ deliveryDate }) => deliveryDate !== '' && deliveryDate <= today).length;
  const open = discrepancies.data;
  const oldest = open?.rows[0];
  const sum = (key: 'done' | 'all') => formatCount(progress.reduce((total, each) => total + each[key], 0));
  return (
    <section
      aria-label={t.title}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5 [&>*:last-child:nth-child(odd)]:max-sm:col-span-2"
    >
      <FigureLink
        label={t.accept}
        figure={accept.data ? formatTotal(accept.data.count, accept.data.isCapped) : null}
        link={orderListFor(user, { status: 'Sent to Central Kitchen' })}
      />
      <FigureLink
        label={t.picking}
        figure={figureOf(picking.data)}
        note={progress.length > 0 ? t.pickingNote(sum('done'), sum('all')) : null}
        link={orderListFor(user, { status: 'Under Process' })}
      />
      <FigureLink
        label={t.road}
        figure={figureOf(road.data)}
        note={long > 0 ? t.roadNote(long) : null}
        isUrgent={long > 0}
        link={orderListFor(user, { status: 'Shipped' })}
      />
      <FigureLink
        label={t.receipts}
        figure={road.data ? formatTotal(due, (road.data.total ?? 0) > shipped.length) : null}
        note={t.receiptsNote}
        link={orderListFor(user, { status: 'Shipped', to: today })}
      />
      <OtherFigure others={operations.others.data} linkTo={(search) => orderListFor(user, search)} />
      <FigureLink
        label={t.discrepancies}
        figure={
          open
            ? formatTotal(open.total ?? open.rows.length, open.totalCapped)
            : discrepancies.isError
              ? '–'
              : null
        }
        note={oldest ? t.discrepanciesNote(formatAge(oldest.createdAt, nowMs)) : null}
        isUrgent={oldest !== undefined}
        link={
          canOpenPage(user, '/central-kitchen/dashboard')
            ? { to: '/central-kitchen/dashboard', search: { bin: 'reconcile' } }
            : null
        }
      />
    </section>
  );
}

function figureOf(
  list: { total: number | null; totalCapped: boolean; rows: readonly unknown[] } | undefined,
): string | null {
  return list ? formatTotal(list.total ?? list.rows.length, list.totalCapped) : null;
}
