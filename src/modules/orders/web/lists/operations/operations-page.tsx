import { getRouteApi, Link } from '@tanstack/react-router';
import { canOpenPage, canRead } from '#core/permissions.ts';
import { discrepancyAges } from '#modules/discrepancies/discrepancy-ages.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { LoadFailed, SavedDataNote } from '#platform/web/layout/states.tsx';
import { FigureLink, figureRow, OtherFigure } from '../../figure-link.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { formatAge, formatCount, formatDate, formatDay, formatTotal } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useNow } from '#platform/web/use-now.ts';
import { useToday } from '#platform/web/use-today.ts';
import { footLink, ListCard, LinkArrow } from '../branch-home/list-card.tsx';
import { getPickProgress } from './day-board.ts';
import { DayCard } from './day-card.tsx';
import {
  groupByAge,
  isLongInTransit,
  type Operations,
  getOrderListLink,
  useOperations,
} from './operations-board.ts';
import { operationsMessages } from './messages.ts';

const route = getRouteApi('/_shell/operations');

/** `/operations`: one day's orders, a row per branch from cut-off to receipt, and overdue work. */
export function OperationsPage() {
  const t = useMessages(operationsMessages);
  const now = useNow();
  const today = useToday();
  const { kitchen, day: requestedDay } = route.useSearch();
  const day = requestedDay !== undefined && /^\d{4}-\d\d-\d\d$/.test(requestedDay) ? requestedDay : today;
  const { isAlive } = useConnection();
  const operations = useOperations(day, kitchen);
  const { board } = operations;
  return (
    <Page isWide>
      <PageHeader
        title={useMessages(pageMessages).operations}
        context={day === today ? t.context(formatDate(day)) : formatDay(day)}
        actions={<KitchenChoice kitchens={operations.kitchens} kitchen={kitchen} />}
      />
      {board.data && (board.isError || !isAlive) ? <SavedDataNote loadedAt={board.dataUpdatedAt} /> : null}
      {board.isError && !board.data ? (
        <LoadFailed title={t.failed} error={board.error} onRetry={() => void board.refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <OperationFigures operations={operations} nowMs={now} />
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <DayCard operations={operations} day={day} today={today} nowMs={now} />
            <AgeingCard discrepancies={operations.discrepancies} nowMs={now} />
          </div>
        </div>
      )}
    </Page>
  );
}

interface KitchenChoiceProps {
  kitchens: readonly { id: string; name: string }[];
  kitchen: string | undefined;
}

/** Selects a kitchen; hidden if there is only one. */
function KitchenChoice({ kitchens, kitchen }: KitchenChoiceProps) {
  const t = useMessages(operationsMessages);
  const navigate = route.useNavigate();
  if (kitchens.length < 2) return null;
  return (
    <Select
      aria-label={t.kitchen}
      className="w-auto max-w-56"
      value={kitchen ?? ''}
      onChange={(event) => {
        const chosen = event.currentTarget.value || undefined;
        void navigate({ search: (current) => ({ ...current, kitchen: chosen }), replace: true });
      }}
    >
      <option value="">{t.allKitchens}</option>
      {kitchens.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

interface OperationFiguresProps {
  operations: Operations;
  nowMs: number;
}

/** Today's counts, with links to their lists. */
function OperationFigures({ operations, nowMs }: OperationFiguresProps) {
  const t = useMessages(operationsMessages).figures;
  const user = useUser();
  const { awaitingAcceptance, picking, inTransit, discrepancies } = operations;
  const isCapped = operations.board.data?.isCapped === true;
  const formatFigure = (orders: readonly unknown[] | null) => orders && formatTotal(orders.length, isCapped);
  const today = useToday();
  const { kitchen } = operations;
  const progress = (picking ?? []).flatMap((order) => getPickProgress(order) ?? []);
  const shipped = inTransit ?? [];
  const longInTransit = shipped.filter((order) => isLongInTransit(order, nowMs)).length;
  const dueCount = shipped.filter(({ deliveryDate }) => deliveryDate !== '' && deliveryDate <= today).length;
  const openDiscrepancies = discrepancies.data;
  const oldest = openDiscrepancies?.rows[0];
  const sum = (key: 'done' | 'all') => formatCount(progress.reduce((total, each) => total + each[key], 0));
  return (
    <section aria-label={t.title} className={figureRow}>
      <FigureLink
        label={t.accept}
        figure={formatFigure(awaitingAcceptance)}
        link={getOrderListLink(user, { status: 'Sent to Central Kitchen', kitchen })}
      />
      <FigureLink
        label={t.picking}
        figure={formatFigure(picking)}
        note={progress.length > 0 ? t.pickingNote(sum('done'), sum('all')) : null}
        link={getOrderListLink(user, { status: 'Under Process', kitchen })}
      />
      <FigureLink
        label={t.inTransit}
        figure={formatFigure(inTransit)}
        note={longInTransit > 0 ? t.inTransitNote(longInTransit) : null}
        isUrgent={longInTransit > 0}
        link={getOrderListLink(user, { status: 'Shipped', kitchen })}
      />
      <FigureLink
        label={t.receipts}
        figure={inTransit && formatTotal(dueCount, isCapped)}
        note={t.receiptsNote}
        link={getOrderListLink(user, { status: 'Shipped', to: today, kitchen })}
      />
      <OtherFigure others={operations.others.data} linkTo={(search) => getOrderListLink(user, search)} />
      <FigureLink
        label={t.discrepancies}
        figure={
          openDiscrepancies
            ? formatTotal(
                openDiscrepancies.total ?? openDiscrepancies.rows.length,
                openDiscrepancies.totalCapped,
              )
            : discrepancies.isError
              ? '–'
              : null
        }
        note={oldest ? t.discrepanciesNote(formatAge(oldest.createdAt, nowMs)) : null}
        isUrgent={oldest !== undefined}
        link={
          canOpenPage(user, '/central-kitchen/dashboard')
            ? { to: '/central-kitchen/dashboard', search: { stage: 'reconcile' } }
            : null
        }
      />
    </section>
  );
}

interface AgeingCardProps extends Pick<Operations, 'discrepancies'> {
  nowMs: number;
}

/** Open discrepancies by age. */
function AgeingCard({ discrepancies, nowMs }: AgeingCardProps) {
  const t = useMessages(operationsMessages).ageing;
  const money = useMoney();
  const user = useUser();
  const { data } = discrepancies;
  const groups = groupByAge(data?.rows ?? [], nowMs);
  const isCapped = data?.total != null && data.total > data.rows.length;
  return (
    <ListCard
      title={t.title}
      isLoading={false}
      note={discrepancies.isError && !data ? t.failed : data?.rows.length === 0 ? t.none : null}
      footer={
        <>
          {isCapped ? <span className="text-muted-foreground text-xs">{t.capped}</span> : null}
          {data && data.rows.length > 0 && canOpenPage(user, '/central-kitchen/dashboard') ? (
            <Link to="/central-kitchen/dashboard" search={{ stage: 'reconcile' }} className={footLink}>
              {t.resolve}
              <LinkArrow />
            </Link>
          ) : null}
        </>
      }
    >
      {discrepancyAges.map((age) => (
        <li key={age} className="flex items-baseline justify-between gap-3 py-2 text-sm">
          <span>{t[age]}</span>
          <span className="flex gap-4 tabular-nums">
            {canRead(user, 'costs') ? (
              <span className="min-w-20 text-end text-muted-foreground">
                {groups[age].count > 0 ? money(groups[age].value) : '\u00a0'}
              </span>
            ) : null}
            <span className="min-w-6 text-end font-medium">
              {data ? formatCount(groups[age].count) : '–'}
            </span>
          </span>
        </li>
      ))}
    </ListCard>
  );
}
