import { getRouteApi, Link } from '@tanstack/react-router';
import { Info, PackageCheck, Printer } from 'lucide-react';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import {
  EmptyState,
  LoadFailed,
  NothingMatches,
  SavedDataNote,
  SkippedNote,
} from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { formatDay, formatTotal } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { PickFilter } from './pick-filters.tsx';
import { pickList } from './pick-list.ts';
import { pickMessages } from './pick-messages.ts';
import { PickSection } from './pick-section.tsx';
import { usePickOrders } from './use-pick-orders.ts';

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
