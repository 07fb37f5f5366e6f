import {
  keepPreviousData,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import type { ReactNode } from 'react';
import { orderStatuses } from '#modules/orders/status.ts';
import { canOpenPage, canRead } from '#core/permissions.ts';
import {
  type OrderCount,
  orderCountQuery,
  type OrderFilters,
  ordersQuery,
  otherOrdersQuery,
} from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { DataList } from '#platform/web/data-table/data-list.tsx';
import { DateRange } from '#platform/web/data-table/date-range.tsx';
import { type ListView, useListView } from '#platform/web/data-table/use-list-view.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import {
  numericCell,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#platform/web/ui/table.tsx';
import { useOrderColumns } from '#modules/orders/web/order-columns.tsx';
import { useStatusChoices } from '#modules/orders/web/status-choices.ts';
import { statusMessages } from '#modules/orders/web/status-messages.ts';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { missingValue, formatTotal } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { dashboardMessages } from '../messages.ts';
import { TileRow } from '../tiles.tsx';
import { classicMessages } from './messages.ts';

/** The classic dashboard: tiles without charts, order counts by status, and a plain table. */
export function ClassicDashboardPage() {
  const names = useMessages(pageMessages);
  const t = useMessages(classicMessages);
  const { sections } = useMessages(dashboardMessages);
  const user = useUser();
  const view = useListView(['status', 'branch', 'from', 'to'], { openParam: 'order' });
  const branches = useQuery(branchesQuery()).data ?? [];
  const { status, ...otherFilters } = view.filters;
  return (
    <Page isWide>
      <PageHeader title={names.classicDashboard} context={t.context} />
      <TileRow label={sections.stock} row="stock" search={otherFilters} />
      <TileRow label={sections.period} row="period" search={otherFilters} />
      {canRead(user, 'orders') ? (
        <div className="flex flex-col gap-4">
          <StatusCounts filters={otherFilters} current={status} />
          <div className="min-w-0">
            <ClassicOrders
              view={view}
              branches={branches
                .filter(({ type, isActive }) => type === 'branch' && isActive)
                .map(({ _id, name }) => ({ id: _id, name }))}
            />
          </div>
        </div>
      ) : (
        <p className="text-muted-foreground text-sm">{t.notAllowed}</p>
      )}
    </Page>
  );
}

const pageSize = 50;

interface ClassicOrdersProps {
  view: ListView<'status' | 'branch' | 'from' | 'to'>;
  branches: readonly { id: string; name: string }[];
}

/** Orders as a plain table; each row links to the order in the list of branch orders. */
function ClassicOrders({ view, branches }: ClassicOrdersProps) {
  const t = useMessages(classicMessages);
  const user = useUser();
  const queryClient = useQueryClient();
  const orderColumns = useOrderColumns();
  const filters: OrderFilters = { ...view.filters, q: view.q, sort: view.sort };
  const query = useQuery({
    ...ordersQuery({ ...filters, page: view.page, limit: pageSize }),
    placeholderData: keepPreviousData,
  });
  const choices = useStatusChoices({
    statuses: orderStatuses,
    rows: query.data?.rows,
    selected: view.filters.status,
  });
  const page = canOpenPage(user, '/branch-orders') ? '/branch-orders' : '/branch-order/order-history';
  return (
    <DataList<OrderRecord>
      name="classic-orders"
      label={t.list.label}
      texts={t.list}
      columns={[
        orderColumns.orderNo,
        orderColumns.status,
        orderColumns.branch,
        orderColumns.deliveryDate,
        orderColumns.lines,
        ...(canRead(user, 'costs') ? [orderColumns.value] : []),
        orderColumns.createdAt,
        orderColumns.userName,
      ]}
      query={query}
      view={view}
      pageSize={pageSize}
      getKey={(order) => order._id}
      getName={(order) => order.orderNo}
      getLink={(order) => ({ to: page, search: { order: order._id } })}
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

interface StatusCountsProps {
  /** Filters other than the status. */
  filters: { branch?: string | undefined; from?: string | undefined; to?: string | undefined };
  /** Status shown in the list. */
  current: string | undefined;
}

/** Number of orders by status; each count filters the list. */
function StatusCounts({ filters, current }: StatusCountsProps) {
  const t = useMessages(classicMessages);
  const statusTexts = useMessages(statusMessages);
  const isWide = useMedia(desktopQuery);
  const counts = useQueries({
    queries: orderStatuses.map((status) => orderCountQuery({ ...filters, status })),
  });
  const otherStatuses = useQuery(otherOrdersQuery(filters)).data;
  const columns = orderStatuses.map((status, index) => ({
    key: status as string,
    link: (
      <StatusLink status={status} current={current}>
        <StatusPill status={status} />
      </StatusLink>
    ),
    count: (<CountCell query={counts[index]} />) as ReactNode,
  }));
  if (otherStatuses?.count)
    columns.push({
      key: 'others',
      link: (
        <StatusLink status={otherStatuses.status} current={current}>
          {statusTexts.others}
        </StatusLink>
      ),
      count: formatTotal(otherStatuses.count, otherStatuses.isCapped),
    });
  if (isWide) {
    return (
      <Table aria-label={t.byStatus}>
        <TableHeader>
          <tr>
            {columns.map(({ key, link }) => (
              <TableHead key={key} className="px-1.5 first:ps-3 last:pe-3">
                {link}
              </TableHead>
            ))}
          </tr>
        </TableHeader>
        <TableBody>
          <tr>
            {columns.map(({ key, count }) => (
              <TableCell key={key} className="ps-4 font-semibold first:ps-5.5 text-base tabular-nums">
                {count}
              </TableCell>
            ))}
          </tr>
        </TableBody>
      </Table>
    );
  }
  return (
    <Table aria-label={t.byStatus}>
      <TableHeader>
        <tr>
          <TableHead>{t.status}</TableHead>
          <TableHead className={numericCell}>{t.count}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {columns.map(({ key, link, count }) => (
          <TableRow key={key}>
            <TableCell>{link}</TableCell>
            <TableCell className={numericCell}>{count}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

interface StatusLinkProps {
  status: string | undefined;
  current: string | undefined;
  children: ReactNode;
}

function StatusLink({ status, current, children }: StatusLinkProps) {
  return (
    <Link
      to="."
      search={(old: Record<string, unknown>) => ({ ...old, status, page: undefined })}
      resetScroll={false}
      aria-current={status && status === current ? 'true' : undefined}
      className="inline-flex min-h-6 items-center rounded-full ring-primary hover:underline aria-[current=true]:ring-2 touch:min-h-11"
    >
      {children}
    </Link>
  );
}

function CountCell({ query }: { query: UseQueryResult<OrderCount> | undefined }) {
  const t = useMessages(classicMessages);
  if (query?.data) return formatTotal(query.data.count, query.data.isCapped);
  return query?.isError ? (
    <span title={t.countFailed}>{missingValue}</span>
  ) : (
    <Skeleton className="h-4 w-8" />
  );
}
