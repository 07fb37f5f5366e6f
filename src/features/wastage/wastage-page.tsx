import { useBaseCurrency } from '#src/lib/session/use-money.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { wastageReasons, wastageStatuses } from '#domain/stock/wastage.ts';
import type { Wastage } from '#contract/wastage.ts';
import { mayWrite } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { type WastageFilters, wastageQuery } from '#src/collections/documents/wastage.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import { DateRange } from '#src/components/data-table/date-range.tsx';
import { useListView, useOpenRow } from '#src/components/data-table/use-list-view.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { wasteMessages } from './messages.ts';
import { PendingWastage } from './pending-wastage.tsx';
import { wastePlaces } from './places.ts';
import { useWasteTotals } from './use-waste-totals.ts';
import { TotalsCard } from './totals-card.tsx';
import { wastageColumns } from './wastage-columns.tsx';
import { WastageEntry } from './wastage-entry.tsx';

const WastagePanel = lazyView(async () => (await import('./wastage-panel.tsx')).WastagePanel);

const pageSize = 100;

/** `/branch-order/wastage`: quick entry, what it costs by reason and item, and every record. */
export function WastagePage() {
  const t = useMessages(wasteMessages);
  const user = useUser();
  const view = useListView(['reason', 'status', 'branch', 'from', 'to']);
  const openRow = useOpenRow();
  const branches = useQuery(branchesQuery());
  const places = wastePlaces(branches.data ?? [], user);
  const [chosenPlace, setPlace] = useState<string | undefined>();
  const place = [chosenPlace, view.filters.branch].find((id) => places.some((each) => each.id === id));
  const entryPlace = place ?? places[0]?.id;
  const hasSeveral = branches.isPending
    ? user.branches.length + user.kitchens.length !== 1
    : places.length > 1;
  const filters = wireFilters(view.filters, view.q, view.sort);
  const query = useQuery({
    ...wastageQuery({ ...filters, page: view.page, limit: pageSize }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const totals = useWasteTotals(filters);

  return (
    <Page isWide className="flex flex-col gap-4">
      <div>
        <PageHeader title={useMessages(pageMessages).wastage} context={t.context} />
        {mayWrite(user, 'wastage', 'canCreate') && (entryPlace ?? branches.isPending) ? (
          // Until the places are there it keeps its room.
          <div inert={branches.isPending} className="flex flex-col gap-2">
            {hasSeveral ? (
              <Select
                aria-label={t.entry.place}
                className="w-60"
                value={entryPlace}
                onChange={(event) => setPlace(event.currentTarget.value)}
              >
                {places.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            ) : null}
            <WastageEntry key={entryPlace} place={entryPlace} past={totals.records ?? []} />
          </div>
        ) : null}
      </div>
      <PendingWastage />
      <div className="grid items-start gap-4 md:grid-cols-2 print:hidden">
        <TotalsCard
          title={t.totals.byReason}
          note={totals.note}
          totals={totals.byReason}
          onShow={({ key }) => view.set({ reason: key })}
        />
        <TotalsCard
          title={t.totals.byItem}
          note={totals.note}
          totals={totals.byItem}
          onShow={({ name }) => view.set({ q: name })}
        />
      </div>
      <DataList<Wastage>
        name="wastage"
        label={t.label}
        texts={{ loading: t.loading, failed: t.failed, nothingMatches: t.nothingMatches, search: t.search }}
        columns={wastageColumns(t, places.length > 1, useBaseCurrency())}
        query={query}
        view={view}
        pageSize={pageSize}
        keyOf={(record) => record._id}
        nameOf={(record) => record.number}
        filters={[
          {
            key: 'reason',
            label: t.reason,
            all: t.allReasons,
            choices: wastageReasons.map((id) => ({ id, name: t.reasons[id] })),
          },
          {
            key: 'status',
            label: t.status,
            all: t.allStatuses,
            choices: wastageStatuses.map((id) => ({ id, name: t.statuses[id] })),
          },
          { key: 'branch', label: t.place, all: t.allPlaces, choices: places },
        ]}
        moreFilters={<DateRange view={view} label={t.days} fromLabel={t.from} toLabel={t.to} />}
        empty={<EmptyState icon={Trash2} title={t.empty} text={t.emptyText} />}
        fetchPage={({ page, limit }, signal) => wastageQuery({ ...filters, page, limit }).queryFn({ signal })}
      />
      {view.open === undefined ? null : (
        <Suspense>
          <WastagePanel key={view.open} id={view.open} onClose={() => openRow(undefined)} />
        </Suspense>
      )}
    </Page>
  );
}

type ViewFilters = Readonly<Partial<Record<'reason' | 'status' | 'branch' | 'from' | 'to', string>>>;

/** What the server is asked for; what it does not know is left out, so that a bad address degrades. */
function wireFilters(
  { reason, status, branch, from, to }: ViewFilters,
  q: string | undefined,
  sort: string | undefined,
): WastageFilters {
  const known = (value: string | undefined, values: readonly string[]) =>
    values.find((each) => each === value);
  const day = (text: string | undefined) =>
    text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
  return {
    reason: known(reason, wastageReasons),
    status: known(status, wastageStatuses),
    branch,
    from: day(from),
    to: day(to),
    q,
    sort: known(sort, ['number', '-number', 'dateTime', '-dateTime']),
  };
}
