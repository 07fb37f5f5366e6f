import { keepPreviousData, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { type OrderStatus, orderStatuses } from '../../../status.ts';
import { type OrderFilters, ordersQuery } from '../../queries/queries.ts';
import type { OrderRecord } from '../../queries/read.ts';
import { DataList } from '#platform/web/data-table/data-list.tsx';
import type { FilterSelect } from '#platform/web/data-table/filter-bar.tsx';
import { useListView, useOpenRow } from '#platform/web/data-table/use-list-view.ts';
import { useStatusChoices } from '../../status-choices.ts';
import { statusMessages } from '../../status-messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DateRange } from '#platform/web/data-table/date-range.tsx';
import { lazyView } from '#platform/web/lazy-module.ts';
import { listMessages } from './messages.ts';
import type { OrderColumn } from '../../order-columns.tsx';
import { openOrderStatuses, joinStatuses } from './order-stages.ts';

/** The document panel is loaded when the first order is opened. */
const OrderPanel = lazyView(async () => (await import('../../order-panel.tsx')).OrderPanel);

const pageSize = 50;

interface OrdersListProps {
  /** Key of the list's stored settings and name of its exported files. */
  name: string;
  columns: readonly OrderColumn[];
  /** Statuses offered in the filter. */
  statuses: readonly OrderStatus[];
  /** Branches offered in the filter; hidden with fewer than two. */
  branches: readonly { id: string; name: string }[];
  moreFilters?: readonly FilterSelect[];
  /** `full` if a column requires the lines. */
  detail?: 'full';
  empty: ReactNode;
  bulk?(rows: readonly OrderRecord[], clear: () => void): ReactNode;
}

/** Orders filtered, sorted and paged by the server; clicking a row opens the order in a side panel. */
export function OrdersList({
  name,
  columns,
  statuses,
  branches,
  moreFilters = [],
  detail,
  empty,
  bulk,
}: OrdersListProps) {
  const t = useMessages(listMessages);
  const { fields } = useMessages(statusMessages);
  const isForKitchen = statuses.length < orderStatuses.length;
  const client = useQueryClient();
  const view = useListView(['status', 'branch', 'kitchen', 'from', 'to', 'shippedBefore'], {
    openParam: 'order',
  });
  const openRow = useOpenRow('order');
  const { status, branch, kitchen, from, to, shippedBefore } = view.filters;
  const filters: OrderFilters = {
    q: view.q,
    // Uses `sentToKitchen` instead of a list of statuses, because orders in statuses unknown to this dashboard have
    // also reached the kitchen.
    status,
    sentToKitchen: isForKitchen && status === undefined ? 'true' : undefined,
    branch,
    kitchen,
    from: parseDay(from),
    to: parseDay(to),
    shippedBefore: parseMoment(shippedBefore),
    // Ignores a sort key in the URL that no column supports.
    sort: columns.some(({ sort }) => sort !== undefined && sort === view.sort?.replace('-', ''))
      ? view.sort
      : undefined,
    ...(detail ? { view: detail } : {}),
  };
  const listQuery = ordersQuery({ ...filters, page: view.page, limit: pageSize });
  // Prefetches during rendering, because effects run only after the surrounding shell is mounted.
  usePrefetchQuery(listQuery);
  const query = useQuery({
    ...listQuery,
    placeholderData: keepPreviousData,
    // For servers without the `sentToKitchen` filter.
    select: (list) =>
      filters.sentToKitchen
        ? { ...list, rows: list.rows.filter((order) => !isBeforeKitchen(order.status) || order.sentAt) }
        : list,
  });
  // Links from dashboards select several statuses.
  const choices = useStatusChoices({
    statuses,
    rows: query.data?.rows,
    selected: status,
    first: [
      { id: joinStatuses(openOrderStatuses.filter((status) => statuses.includes(status))), name: t.open },
    ],
  });

  return (
    <>
      <DataList<OrderRecord>
        name={name}
        label={t.label}
        texts={{ loading: t.loading, failed: t.failed, nothingMatches: t.nothingMatches, search: t.search }}
        columns={columns}
        query={query}
        view={view}
        defaultSort="-createdAt"
        pageSize={pageSize}
        getKey={(order) => order._id}
        getName={(order) => order.orderNo}
        filters={[
          {
            key: 'status',
            label: fields.status,
            all: t.allStatuses,
            choices,
          },
          { key: 'branch', label: fields.branchName, all: t.allBranches, choices: branches },
          ...moreFilters,
        ]}
        moreFilters={
          <>
            <DateRange view={view} label={fields.deliveryDate} fromLabel={t.from} toLabel={t.to} />
            <ShippedBeforeFilter
              moment={parseMoment(shippedBefore)}
              onClear={() => view.set({ shippedBefore: undefined })}
            />
          </>
        }
        empty={empty}
        fetchPage={({ page, limit }, signal) =>
          ordersQuery({ ...filters, page, limit }).queryFn({ signal, client })
        }
        {...(bulk ? { bulk } : {})}
      />
      {view.open === undefined ? null : (
        <Suspense>
          <OrderPanel key={view.open} id={view.open} onClose={() => openRow(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function parseDay(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}

/** Returns whether an order in this status hasn't reached the kitchen yet. */
const isBeforeKitchen = (status: string): boolean => status === 'Draft' || status === 'Under Review';

function parseMoment(text: string | undefined): string | undefined {
  const moment = new Date(text ?? '');
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** A filter set only by dashboard links; shown here so that it can be removed. */
function ShippedBeforeFilter({ moment, onClear }: { moment: string | undefined; onClear(): void }) {
  const t = useMessages(listMessages);
  if (moment === undefined) return null;
  return (
    <Button onClick={onClear}>
      {t.shippedBefore(formatInstant(moment))}
      <X aria-hidden="true" />
      <span className="sr-only">{t.removeFilter}</span>
    </Button>
  );
}
