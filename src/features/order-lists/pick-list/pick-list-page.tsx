import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Check, ChevronRight, Info, PackageCheck, Printer, TriangleAlert } from 'lucide-react';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { compactStockQuery } from '#src/collections/stock/stock.ts';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { Page } from '#src/components/layout/page.tsx';
import {
  EmptyState,
  LoadFailed,
  NothingMatches,
  SavedDataNote,
  SkippedNote,
} from '#src/components/layout/states.tsx';
import { Quantity } from '#src/entities/order/lines-table.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { formatDay, formatQuantity, formatTotal } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type PickGroup, pickList, type PickRow } from './pick-list.ts';
import { pickMessages } from './messages.ts';

const route = getRouteApi('/_shell/central-kitchen/pick-list');

/** `/central-kitchen/pick-list`: what to fetch for all orders in process, in the order one walks past it. */
export function PickListPage() {
  const t = useMessages(pickMessages);
  const { date, section, kitchen } = route.useSearch();
  const navigate = route.useNavigate();
  const { isAlive } = useConnection();
  const { orders, stock, sections, baseUnitOf } = usePickOrders();
  const { data } = orders;
  const all = data?.rows ?? [];
  const chosen = all.filter(
    (order) =>
      (date === undefined || order.deliveryDate === date) &&
      (kitchen === undefined || order.kitchen === kitchen),
  );
  const list = pickList({ orders: chosen, stock, sections, otherName: t.other, baseUnitOf });
  const groups = list.filter(({ id }) => section === undefined || id === section);
  const itemCount = groups.reduce((count, { rows }) => count + rows.length, 0);
  const days = [...new Set(all.map(({ deliveryDate }) => deliveryDate))].filter(Boolean).toSorted();
  const kitchens = new Map(all.map((order) => [order.kitchen, order.kitchenName || order.kitchen]));

  return (
    <Page>
      <PageHeader
        title={useMessages(pageMessages).pickList}
        context={data ? t.context(chosen.length, itemCount) : ' '}
        actions={
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {t.print}
          </Button>
        }
      />
      <p className="flex gap-2 pb-3 text-muted-foreground text-sm print:hidden">
        <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span>
          {t.entered}{' '}
          <Link
            to="/central-kitchen/order-processing-prep"
            className="font-medium text-primary underline underline-offset-4"
          >
            {t.enter}
          </Link>
        </span>
      </p>
      <div role="search" className="flex flex-wrap gap-2 pb-4 print:hidden">
        <PickFilter
          name="date"
          label={t.date}
          all={t.allDates}
          value={date}
          choices={days.map((day) => ({ id: day, name: formatDay(day) }))}
        />
        <PickFilter
          name="section"
          label={t.section}
          all={t.allSections}
          value={section}
          choices={list.map(({ id, name }) => ({ id, name }))}
        />
        <PickFilter
          name="kitchen"
          label={t.kitchen}
          all={t.allKitchens}
          value={kitchen}
          choices={[...kitchens].map(([id, name]) => ({ id, name }))}
        />
      </div>
      {data && (orders.isError || !isAlive) ? <SavedDataNote loadedAt={orders.dataUpdatedAt} /> : null}
      <SkippedNote count={data?.skipped ?? 0} />
      {orders.isPending ? <SkeletonRows label={t.loading} rows={10} /> : null}
      {orders.isError && !data ? (
        <LoadFailed title={t.failed} error={orders.error} onRetry={() => void orders.refetch()} />
      ) : null}
      {data && all.length === 0 ? <NothingToPick /> : null}
      {all.length > 0 && groups.length === 0 ? (
        <NothingMatches title={t.nothingMatches} onClear={() => void navigate({ search: {} })} />
      ) : null}
      <div className="flex flex-col gap-6 print:gap-2">
        {groups.map((group) => (
          <PickSection key={group.id} group={group} />
        ))}
      </div>
      {data?.total != null && data.total > all.length ? (
        <p className="pt-4 text-muted-foreground text-xs">
          {t.more(all.length, formatTotal(data.total, data.totalCapped))}
        </p>
      ) : null}
    </Page>
  );
}

function NothingToPick() {
  const t = useMessages(pickMessages);
  return (
    <EmptyState
      icon={PackageCheck}
      title={t.empty}
      text={t.emptyText}
      action={
        <Button asChild>
          <Link to="/central-kitchen/dashboard">{t.toDashboard}</Link>
        </Button>
      }
    />
  );
}

interface PickFilterProps {
  /** Name in the address. */
  name: 'date' | 'section' | 'kitchen';
  label: string;
  all: string;
  value: string | undefined;
  choices: readonly { id: string; name: string }[];
}

/** One filter of the pick list, kept in the address; nothing where there is no choice. */
function PickFilter({ name, label, all, value, choices }: PickFilterProps) {
  const navigate = useNavigate();
  if (choices.length < 2 && value === undefined) return null;
  return (
    <Select
      aria-label={label}
      className="w-auto min-w-36 max-w-full flex-1 sm:max-w-52"
      value={value ?? ''}
      onChange={(event) => {
        const chosen = event.currentTarget.value || undefined;
        void navigate({ to: '.', search: (before) => ({ ...before, [name]: chosen }), replace: true });
      }}
    >
      <option value="">{all}</option>
      {choices.map(({ id, name: text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </Select>
  );
}

/** One section of the walk. Its name stays in sight while its items pass. */
function PickSection({ group }: { group: PickGroup }) {
  return (
    <section aria-label={group.name}>
      <h2 className="sticky top-(--bars-block) z-10 flex items-baseline gap-2 border-b bg-background py-2 font-semibold text-base print:static print:break-after-avoid print:py-1">
        {group.name}
        <span className="font-normal text-muted-foreground text-sm tabular-nums">{group.rows.length}</span>
      </h2>
      <ul className="divide-y">
        {group.rows.map((row) => (
          <PickItem key={row.itemId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function PickItem({ row }: { row: PickRow }) {
  const t = useMessages(pickMessages);
  return (
    <li className="grid break-inside-avoid gap-x-6 gap-y-2 py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:py-1">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="break-words font-medium">{row.itemName}</p>
          <p className="text-muted-foreground text-xs">{row.itemCode}</p>
          <Availability row={row} />
        </div>
        <p className="shrink-0 text-end">
          <span className="block text-muted-foreground text-xs">{t.needed}</span>
          <span className="font-semibold text-xl tabular-nums print:text-base">
            <Quantity value={row.needed} unit={row.unit} />
          </span>
          {row.picked > 0 ? (
            <span className="block text-muted-foreground text-xs tabular-nums">
              {t.picked} {formatQuantity(row.picked)}
            </span>
          ) : null}
        </p>
      </div>
      <ul
        aria-label={t.split}
        className="grid content-start gap-1 sm:grid-cols-2 print:grid-cols-2 print:gap-x-6 print:gap-y-0"
      >
        {row.shares.map((share) => (
          <li key={`${share.orderId} ${share.needed}`}>
            <Link
              to="/central-kitchen/order-processing-prep"
              search={{ order: share.orderId }}
              aria-label={t.openOrder(share.orderNo, share.branchName)}
              className="flex min-h-9 items-center justify-between gap-3 rounded-md border px-3 text-sm hover:bg-accent touch:min-h-11 print:min-h-6 print:rounded-none print:border-0 print:px-0"
            >
              <span className="flex min-w-0 items-center gap-2">
                {share.picked === null ? (
                  // Ticked on paper. On screen the line leads to its order, where it is picked.
                  <span
                    className="hidden size-4 shrink-0 rounded-sm border border-input print:block"
                    aria-hidden="true"
                  />
                ) : (
                  <Check className="size-4 shrink-0 text-status-green" aria-hidden="true" />
                )}
                <span dir="auto" className="truncate">
                  {share.branchName}
                </span>
              </span>
              <span className="flex items-center gap-1.5 whitespace-nowrap tabular-nums">
                <Quantity value={share.needed} unit={row.unit} />
                <ChevronRight
                  className="size-4 text-muted-foreground rtl:-scale-x-100 print:hidden"
                  aria-hidden="true"
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Availability({ row: { available, needed, unit } }: { row: PickRow }) {
  const t = useMessages(pickMessages);
  if (available === null) {
    return <p className="text-muted-foreground text-xs">{`${t.available}: ${t.unknown}`}</p>;
  }
  const missing = Math.round((needed - available) * 1e6) / 1e6;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs">
      <span className="text-muted-foreground">
        {t.available} <Quantity value={available} unit={unit} />
      </span>
      {missing > 0 ? (
        <span className="inline-flex items-center gap-1 font-medium text-status-amber">
          <TriangleAlert className="size-3.5" aria-hidden="true" />
          {t.missing(formatAmount(missing, unit))}
        </span>
      ) : null}
    </p>
  );
}

const atMost = 200;

/** Everything the pick list is made of. Only the orders must be there; the rest adds to it. */
function usePickOrders() {
  const orders = useQuery(
    ordersQuery({ status: 'Under Process', view: 'full', sort: 'deliveryDate', limit: atMost }),
  );
  const stock = useQuery({
    ...compactStockQuery({ placeType: 'central_kitchen,warehouse' }),
    refetchOnMount: 'always',
  });
  const sections = useQuery(activeSectionsQuery());
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const symbols = new Map((units.data ?? []).map(({ _id, symbol }) => [_id, symbol]));
  const baseUnits = new Map((items.data ?? []).map(({ _id, baseUnit }) => [_id, baseUnit]));
  return {
    orders,
    stock: stock.data?.rows ?? null,
    sections: sections.data ?? [],
    baseUnitOf: (itemId: string) => symbols.get(baseUnits.get(itemId) ?? '') ?? '',
  };
}
