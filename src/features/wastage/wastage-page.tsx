import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Wastage } from '#contract/wastage.ts';
import { type Actor, isOwnPlace, mayWrite } from '#domain/permissions.ts';
import { wastageStatuses } from '#domain/stock/wastage.ts';
import {
  changeWastage,
  recordWastage,
  type WastageFilters,
  wastageQuery,
} from '#src/collections/documents/wastage.ts';
import { type Branch, branchesQuery } from '#src/collections/places/branches.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import { DateRange } from '#src/components/data-table/date-range.tsx';
import { useListView, useOpenRow } from '#src/components/data-table/use-list-view.ts';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { Page } from '#src/components/layout/page.tsx';
import { EmptyState } from '#src/components/layout/states.tsx';
import { SendState } from '#src/entities/document/send-state.tsx';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { useOutbox } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useBaseCurrency, useMoney } from '#src/lib/session/use-money.ts';
import { wasteMessages } from './messages.ts';
import { useWasteTotals, type WasteTotal } from './totals.ts';
import { useWasteReason, useWasteReasons, wastageColumns } from './wastage-columns.tsx';
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
  const reasons = useWasteReasons();
  const filters = wireFilters(view.filters, view.q, view.sort, reasons);
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
        columns={wastageColumns(t, useWasteReason(), places.length > 1, useBaseCurrency())}
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
            choices: reasons,
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
  reasons: readonly { id: string }[],
): WastageFilters {
  const known = (value: string | undefined, values: readonly string[]) =>
    values.find((each) => each === value);
  const day = (text: string | undefined) =>
    text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
  return {
    reason: known(
      reason,
      reasons.map(({ id }) => id),
    ),
    status: known(status, wastageStatuses),
    branch,
    from: day(from),
    to: day(to),
    q,
    sort: known(sort, ['number', '-number', 'dateTime', '-dateTime']),
  };
}

interface TotalsCardProps {
  title: string;
  /** Of which days. */
  note: string;
  /** Null while they are on their way. */
  totals: readonly WasteTotal[] | null;
  /** Shows the records of one. */
  onShow(total: WasteTotal): void;
}

/** Cost by reason or by item, each a way to its records. */
function TotalsCard({ title, note, totals, onShow }: TotalsCardProps) {
  const t = useMessages(wasteMessages).totals;
  const most = Math.max(0, ...(totals ?? []).map(({ cost }) => cost));
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <CardTitle>{title}</CardTitle>
        <span className="text-muted-foreground text-xs">{note}</span>
      </div>
      {/* The room of six rows, the most there are: the list below stays where it is. */}
      <div className="min-h-62 pt-2 touch:min-h-68">
        {totals === null ? <Skeleton className="h-60" /> : null}
        {totals?.length === 0 ? <p className="py-1 text-muted-foreground text-sm">{t.none}</p> : null}
        <ul>
          {(totals ?? []).map((total) => (
            <li key={total.key}>
              <Row total={total} share={most > 0 ? total.cost / most : 0} onShow={onShow} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

interface RowProps {
  total: WasteTotal;
  share: number;
  onShow(total: WasteTotal): void;
}

function Row({ total, share, onShow }: RowProps) {
  const t = useMessages(wasteMessages).totals;
  const money = useMoney();
  const content = (
    <>
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-1 text-start">
        <span className="flex items-baseline gap-x-2">
          <span className="truncate">{total.key === '' ? t.others : total.name}</span>
          <span className="shrink-0 text-muted-foreground text-xs">{t.records(total.records)}</span>
        </span>
        <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-border">
          <span className="block h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
        </span>
      </span>
      <span className="w-20 text-end tabular-nums">{money(total.cost)}</span>
    </>
  );
  const look = 'flex w-full items-center gap-3 rounded-sm py-1.5 text-sm';
  if (total.key === '') return <span className={look}>{content}</span>;
  return (
    <button
      type="button"
      title={t.show(total.name)}
      className={`${look} hover:bg-accent/50 touch:min-h-11`}
      onClick={() => onShow(total)}
    >
      {content}
    </button>
  );
}

const kinds: ReadonlySet<string> = new Set([recordWastage.kind, changeWastage.kind]);

/** Records that the server does not have yet; nothing where it has all. */
function PendingWastage() {
  const t = useMessages(wasteMessages).pending;
  const pending = useOutbox().filter(({ kind, state }) => kinds.has(kind) && state !== 'sent');
  if (pending.length === 0) return null;
  return (
    <section aria-label={t.title} className="rounded-lg border bg-card px-4 py-2">
      <h2 className="py-1 font-semibold text-sm">{t.title}</h2>
      <ul className="divide-y">
        {pending.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
            <span className="min-w-0 break-words">
              {entry.label}
              {entry.lastError && entry.state === 'needs-attention' ? (
                <span className="block text-destructive text-xs">{entry.lastError.message}</span>
              ) : null}
            </span>
            <SendState state={entry.state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The branches and kitchens at which this person sees and records waste, by name. */
function wastePlaces(branches: readonly Branch[], actor: Actor): { id: string; name: string }[] {
  return branches
    .filter(({ _id, isActive }) => isActive && isOwnPlace(actor, _id))
    .map(({ _id, name }) => ({ id: _id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
