import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import type { OrderStatus } from '#domain/orders/status.ts';
import { type OrderFilters, ordersQuery } from '#src/collections/orders.ts';
import type { OrderRow } from '#src/collections/read-order.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import { useListView, useOpenRow } from '#src/components/data-table/use-list-view.ts';
import { orderMessages } from '#src/components/order/messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { DateRange } from '#src/components/data-table/date-range.tsx';
import { listMessages } from './list-messages.ts';
import type { OrderColumn } from './order-columns.tsx';
import { openStatuses, statusFilter } from './order-stages.ts';

/** The document is loaded when the first one is opened. */
const OrderPanel = lazy(() =>
  import('./order-panel.tsx').then(({ OrderPanel }) => ({ default: OrderPanel })),
);

const pageSize = 50;

interface OrdersListProps {
  /** Names the list on the device and in files. */
  name: string;
  columns: readonly OrderColumn[];
  /** The statuses that an order of this list can have. */
  statuses: readonly OrderStatus[];
  /** Branches to choose from; one alone is no choice. */
  branches: readonly { id: string; name: string }[];
  /** `full` where a column needs the lines. */
  detail?: 'full';
  empty: ReactNode;
  bulk?(rows: readonly OrderRow[], clear: () => void): ReactNode;
}

/** Orders, filtered, sorted and paged by the server; a row opens the order beside the list. */
export function OrdersList({ name, columns, statuses, branches, detail, empty, bulk }: OrdersListProps) {
  const t = useMessages(listMessages);
  const words = useMessages(orderMessages).statuses;
  const client = useQueryClient();
  const view = useListView(['status', 'branch', 'from', 'to'], { openParam: 'order' });
  const openRow = useOpenRow('order');
  const { status, branch, from, to } = view.filters;
  const filters: OrderFilters = {
    q: view.q,
    status,
    branch,
    from: dayOf(from),
    to: dayOf(to),
    // An address may name what cannot be sorted by; the list then stands as it comes.
    sort: columns.some(({ sort }) => sort !== undefined && sort === view.sort?.replace('-', ''))
      ? view.sort
      : undefined,
    ...(detail ? { view: detail } : {}),
  };
  const query = useQuery({
    ...ordersQuery({ ...filters, page: view.page, limit: pageSize }),
    placeholderData: keepPreviousData,
  });
  const open = statusFilter(openStatuses.filter((status) => statuses.includes(status)));

  return (
    <>
      <DataList<OrderRow>
        name={name}
        label={t.label}
        texts={{ loading: t.loading, failed: t.failed, nothingMatches: t.nothingMatches, search: t.search }}
        columns={columns}
        query={query}
        view={view}
        pageSize={pageSize}
        keyOf={(order) => order._id}
        nameOf={(order) => order.orderNo}
        filters={[
          {
            key: 'status',
            label: t.status,
            all: t.allStatuses,
            choices: [{ id: open, name: t.open }, ...statuses.map((id) => ({ id, name: words[id] }))],
          },
          { key: 'branch', label: t.branch, all: t.allBranches, choices: branches },
        ]}
        moreFilters={<DateRange view={view} label={t.delivery} fromLabel={t.from} toLabel={t.to} />}
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

function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}
