import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { canOrderFor } from '../../../edits.ts';
import { canOpenPage } from '#core/permissions.ts';
import {
  listUpcomingDeliveries,
  type Delivery,
  type CancelledDelivery,
} from '#modules/demand/upcoming-deliveries.ts';
import { foldText } from '#core/text.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { type GuideItem, suggestionsQuery } from '#modules/ordering/web/queries.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { activeSectionsQuery } from '#modules/sections/web/queries.ts';
import { useDebouncedInput } from '#platform/web/data-table/use-debounced-input.ts';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { NoKitchen } from '#platform/web/layout/missing-setup.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { EmptyState, LoadFailed, NothingMatches } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import {
  numericCell,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#platform/web/ui/table.tsx';
import {
  getTimeZoneCity,
  formatDay,
  formatInstant,
  formatQuantity,
  formatSpan,
} from '#platform/web/format/format.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useNow } from '#platform/web/use-now.ts';
import { BranchScreen } from '../branch-home/branch-screen.tsx';
import { ListCard } from '../branch-home/list-card.tsx';
import { useAllOpenOrders } from '../branch-home/use-branch-orders.ts';
import { kitchenViewMessages } from './messages.ts';

const route = getRouteApi('/_shell/branch-order/central-kitchen');

/** `/branch-order/central-kitchen`: items, stock and delivery days of a branch's kitchen. */
export function BranchKitchenPage() {
  const t = useMessages(kitchenViewMessages);
  return (
    <BranchScreen
      title={useMessages(pageMessages).branchKitchen}
      requestedBranch={route.useSearch().branch}
      context={(branch, kitchen) => (kitchen ? t.context(kitchen.name, branch.name) : branch.name)}
    >
      {(branch) =>
        branch.supplyingKitchenId === null ? (
          <NoKitchen branch={branch} />
        ) : (
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <KitchenItems key={branch._id} branch={branch._id} />
            <aside className="flex flex-col gap-4 max-xl:order-first">
              <DeliveryCalendarCard branch={branch} />
              <UnavailableCard />
            </aside>
          </div>
        )
      }
    </BranchScreen>
  );
}

/** Deliveries in the next two weeks with cut-offs and existing orders. */
function DeliveryCalendarCard({ branch }: { branch: Branch }) {
  const t = useMessages(kitchenViewMessages).calendar;
  const now = useNow(30_000);
  const openOrders = useAllOpenOrders(branch._id);
  const deliveries = listUpcomingDeliveries(branch, new Date(now));
  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <p className="text-muted-foreground text-xs">{t.zone(getTimeZoneCity(branch.timezone))}</p>
      {deliveries.length === 0 ? (
        <p className="py-3 text-muted-foreground text-sm">{t.none}</p>
      ) : (
        <ol className="divide-y pt-1">
          {deliveries.map((delivery) => (
            <CalendarRow
              key={delivery.deliveryDate}
              branch={branch}
              delivery={delivery}
              now={now}
              orderCount={
                openOrders.filter(({ deliveryDate }) => deliveryDate === delivery.deliveryDate).length
              }
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

interface RowProps {
  branch: Branch;
  delivery: Delivery | CancelledDelivery;
  now: number;
  orderCount: number;
}

function CalendarRow({ branch, delivery, now, orderCount }: RowProps) {
  const t = useMessages(kitchenViewMessages).calendar;
  const user = useUser();
  const { deliveryDate } = delivery;
  const isOpen = delivery.closure === null && delivery.isOpen;
  const mayOrder = canOrderFor(user, branch._id) && canOpenPage(user, '/branch-order/create-order');
  // Reserves space for the order count, which loads later, to avoid layout shift.
  const linkClass =
    'min-w-20 justify-end font-medium text-primary hover:underline inline-flex min-h-8 shrink-0 items-center touch:min-h-11';
  return (
    <li className="flex items-center justify-between gap-4 py-2 text-sm">
      <span>
        <span className="block font-medium">{formatDay(deliveryDate)}</span>
        <span className="block text-muted-foreground text-xs">
          {delivery.closure ? (
            <>
              {t.missed[delivery.closure.by]}
              {delivery.closure.note === null ? null : (
                <>
                  {' ('}
                  <bdi>{delivery.closure.note}</bdi>)
                </>
              )}
            </>
          ) : (
            <>
              {t.until} {formatInstant(delivery.cutoffAt, branch.timezone)} ·{' '}
              {isOpen ? t.timeLeft(formatSpan(Date.parse(delivery.cutoffAt) - now)) : t.closed}
            </>
          )}
        </span>
      </span>
      {orderCount > 0 ? (
        <Link
          to="/branch-order/order-history"
          search={{ branch: branch._id, from: deliveryDate, to: deliveryDate }}
          className={linkClass}
        >
          {t.ordered(orderCount)}
        </Link>
      ) : isOpen && mayOrder ? (
        <Link
          to="/branch-order/create-order"
          search={{ branch: branch._id, date: deliveryDate }}
          className={linkClass}
          aria-label={`${t.order}: ${formatDay(deliveryDate)}`}
        >
          {t.order}
        </Link>
      ) : null}
    </li>
  );
}

/** Items that can't be ordered at the moment. */
function UnavailableCard() {
  const t = useMessages(kitchenViewMessages);
  const items = useQuery(compactItemsQuery());
  const unavailableItems = (items.data ?? [])
    .filter((item) => item.isActive && !item.isOrderable)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const hasFailed = items.isError && !items.data;
  return (
    <ListCard
      title={t.stopped.title}
      isLoading={items.isPending}
      note={hasFailed ? t.items.failed : unavailableItems.length === 0 ? t.stopped.none : null}
      footer={
        unavailableItems.length > 0 ? <p className="text-muted-foreground text-xs">{t.stopped.text}</p> : null
      }
    >
      {unavailableItems.map((item) => (
        <li key={item._id} className="flex justify-between gap-3 py-2 text-sm">
          <span>{item.name}</span>
          <span className="text-muted-foreground text-xs">{item.itemCode}</span>
        </li>
      ))}
    </ListCard>
  );
}

/** Number of rows rendered initially, and added per click on "show more". */
const pageRows = 200;

/** Orderable items by section in walking order, with the kitchen's stock. */
function KitchenItems({ branch }: { branch: string }) {
  const t = useMessages(kitchenViewMessages).items;
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [input, setInput] = useDebouncedInput(
    q,
    (text) => void navigate({ search: (previous) => ({ ...previous, q: text || undefined }), replace: true }),
  );
  const items = useQuery(suggestionsQuery(branch));
  const sections = useQuery(activeSectionsQuery());
  const query = useDeferredValue(input);
  const matches = filterItems(toSearchableRows(items.data?.rows ?? []), query);
  const [shownRows, setShownRows] = useState({ query, count: pageRows });
  const count = shownRows.query === query ? shownRows.count : pageRows;
  const groups = [
    ...(sections.data ?? []).toSorted((a, b) => a.sortOrder - b.sortOrder),
    { _id: null, name: t.other },
  ]
    .map(({ _id, name }) => ({
      id: _id ?? 'other',
      name,
      rows: matches.filter((row) =>
        _id === null ? !sections.data?.some((section) => section._id === row.section) : row.section === _id,
      ),
    }))
    .filter((group) => group.rows.length > 0);
  const tables = takeRows(groups, count);

  return (
    <section aria-label={t.title} className="min-w-0">
      <div role="search" className="flex flex-wrap items-center gap-3 pb-3">
        <SearchBox
          label={t.search}
          value={input}
          onValue={setInput}
          className="min-w-52 flex-1 md:max-w-96"
        />
        <p role="status" className="text-muted-foreground text-sm">
          {items.data ? t.count(matches.length) : ''}
        </p>
      </div>
      {items.isPending ? <SkeletonRows label={t.loading} rows={10} /> : null}
      {items.isError && !items.data ? (
        <LoadFailed title={t.failed} error={items.error} onRetry={() => void items.refetch()} />
      ) : null}
      {items.data?.rows.length === 0 ? (
        <EmptyState icon={PackageOpen} title={t.empty} text={t.emptyText} />
      ) : null}
      {items.data && items.data.rows.length > 0 && matches.length === 0 ? (
        <NothingMatches title={t.nothingMatches} onClear={() => setInput('')} />
      ) : null}
      <div className="flex flex-col gap-4">
        {tables.map((group) => (
          <section key={group.id}>
            <h2 className="pb-2 font-semibold text-sm">{group.name}</h2>
            <ItemTable name={group.name} rows={group.rows} />
          </section>
        ))}
        {matches.length > count ? (
          <Button className="self-center" onClick={() => setShownRows({ query, count: count + pageRows })}>
            {t.more(matches.length - count)}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function ItemTable({ name, rows }: { name: string; rows: readonly GuideItem[] }) {
  const t = useMessages(kitchenViewMessages).items;
  return (
    <Table aria-label={name} className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-2/3 sm:w-[44%]">{t.item}</TableHead>
          <TableHead className="max-sm:hidden">{t.unit}</TableHead>
          <TableHead className="text-end max-sm:hidden">{t.step}</TableHead>
          <TableHead className="text-end sm:w-[24%]">{t.kitchen}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.itemId}>
            <TableCell>
              <span className="block break-words">{row.itemName}</span>
              <span className="block text-muted-foreground text-xs">{row.itemCode}</span>
            </TableCell>
            <TableCell className="max-sm:hidden">{formatUnitName(null, row.unitSymbol)}</TableCell>
            <TableCell className={`${numericCell} max-sm:hidden`}>
              {formatQuantity(row.orderMultiple ?? 1)}
            </TableCell>
            <TableCell className={numericCell}>
              <KitchenStock row={row} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function KitchenStock({ row: { kitchenAvailable, unitSymbol } }: { row: GuideItem }) {
  const t = useMessages(kitchenViewMessages).items;
  if (kitchenAvailable === null) return <span className="text-muted-foreground">{t.unknown}</span>;
  if (kitchenAvailable <= 0) return <span className="text-status-amber">{t.none}</span>;
  return (
    <>
      {formatQuantity(Math.floor(kitchenAvailable * 100) / 100)}{' '}
      <span className="text-muted-foreground text-xs">{formatUnitName(kitchenAvailable, unitSymbol)}</span>
    </>
  );
}

interface Searchable {
  row: GuideItem;
  /** Case- and accent-folded. */
  text: string;
}

/** Folds the rows' search text once, not per keystroke. */
function toSearchableRows(rows: readonly GuideItem[]): Searchable[] {
  return rows.map((row) => ({
    row,
    text: foldText(`${row.itemCode} ${row.itemName} ${row.itemNameAlt ?? ''}`),
  }));
}

function filterItems(rows: readonly Searchable[], query: string): GuideItem[] {
  const words = foldText(query).split(' ').filter(Boolean);
  return rows.filter(({ text }) => words.every((word) => text.includes(word))).map(({ row }) => row);
}

interface Group {
  id: string;
  name: string;
  rows: GuideItem[];
}

/** Returns the groups up to a total number of rows. */
function takeRows(groups: readonly Group[], count: number): Group[] {
  let remaining = count;
  return groups.flatMap((group) => {
    const rows = group.rows.slice(0, remaining);
    remaining -= rows.length;
    return rows.length > 0 ? [{ ...group, rows }] : [];
  });
}
