import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { orderStatuses } from '#domain/orders/status.ts';
import { canOpenPage, mayRead } from '#domain/permissions.ts';
import { type OrderFilters, ordersQuery } from '#src/collections/orders/queries.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import { DateRange } from '#src/components/data-table/date-range.tsx';
import type { ListView } from '#src/components/data-table/use-list-view.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { useStatusChoices } from '#src/entities/order/status-choices.ts';
import { StatusPill } from '#src/entities/order/status-pill.tsx';
import { formatCount, formatDay, formatInstant } from '#src/lib/format/format.ts';
import { formatMoney, moneyCell, moneyHead } from '#src/lib/format/money.ts';
import { useBaseCurrency } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { classicMessages } from './messages.ts';

const pageSize = 50;

interface ClassicOrdersProps {
  view: ListView<'status' | 'branch' | 'from' | 'to'>;
  branches: readonly { id: string; name: string }[];
}

/** The orders as a plain table; a row opens the order where all branches' orders are. */
export function ClassicOrders({ view, branches }: ClassicOrdersProps) {
  const t = useMessages(classicMessages);
  const user = useUser();
  const queryClient = useQueryClient();
  const columns = useColumns(mayRead(user, 'costs'));
  const filters: OrderFilters = { ...view.filters, q: view.q, sort: view.sort };
  const query = useQuery({
    ...ordersQuery({ ...filters, page: view.page, limit: pageSize }),
    placeholderData: keepPreviousData,
  });
  const choices = useStatusChoices({
    statuses: orderStatuses,
    rows: query.data?.rows,
    asked: view.filters.status,
  });
  const page = canOpenPage(user, '/branch-orders') ? '/branch-orders' : '/branch-order/order-history';
  return (
    <DataList<OrderRow>
      name="classic-orders"
      label={t.list.label}
      texts={t.list}
      columns={columns}
      query={query}
      view={view}
      pageSize={pageSize}
      keyOf={(order) => order._id}
      nameOf={(order) => order.orderNo}
      linkOf={(order) => ({ to: page, search: { order: order._id } })}
      filters={[
        {
          key: 'status',
          label: t.filters.status,
          all: t.filters.allStatuses,
          choices,
        },
        { key: 'branch', label: t.filters.branch, all: t.filters.allBranches, choices: branches },
      ]}
      moreFilters={
        <DateRange view={view} label={t.filters.delivery} fromLabel={t.filters.from} toLabel={t.filters.to} />
      }
      empty={<EmptyState icon={ClipboardList} title={t.empty} text={t.emptyText} />}
      fetchPage={({ page: number, limit }) =>
        queryClient.query(ordersQuery({ ...filters, page: number, limit }))
      }
    />
  );
}

function useColumns(showsCosts: boolean): Column<OrderRow>[] {
  const { columns: t } = useMessages(classicMessages);
  const currency = useBaseCurrency();
  return [
    {
      key: 'orderNo',
      label: t.orderNo,
      sort: 'orderNo',
      className: 'whitespace-nowrap',
      cell: (order) => order.orderNo,
      value: (order) => order.orderNo,
    },
    {
      key: 'status',
      label: t.status,
      card: 'corner',
      cell: (order) => <StatusPill status={order.status} />,
      value: (order) => order.status,
    },
    {
      key: 'branch',
      label: t.branch,
      sort: 'branchName',
      className: 'max-w-64 truncate',
      cell: (order) => order.branchName,
      value: (order) => order.branchName,
    },
    {
      key: 'deliveryDate',
      label: t.deliveryDate,
      sort: 'deliveryDate',
      className: 'whitespace-nowrap',
      cell: (order) => (order.deliveryDate ? formatDay(order.deliveryDate) : ''),
      value: (order) => order.deliveryDate,
    },
    {
      key: 'lines',
      label: t.lines,
      isNumeric: true,
      cell: (order) => formatCount(order.lineCount),
      value: (order) => order.lineCount,
    },
    ...(showsCosts
      ? [
          {
            key: 'value',
            label: t.value,
            fileLabel: moneyHead(t.value, currency),
            isNumeric: true,
            cell: (order: OrderRow) => formatMoney(order.value, currency),
            value: (order: OrderRow) => moneyCell(order.value, currency),
          },
        ]
      : []),
    {
      key: 'createdAt',
      label: t.createdAt,
      sort: 'createdAt',
      className: 'whitespace-nowrap',
      cell: (order) => formatInstant(order.createdAt),
      value: (order) => order.createdAt,
    },
    {
      key: 'userName',
      label: t.userName,
      isOff: true,
      cell: (order) => order.userName,
      value: (order) => order.userName,
    },
  ];
}
