import { wastageList } from '../list.ts';
import type { Wastage } from '../shapes.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { canWrite } from '#core/permissions.ts';
import { changeWastageAction, recordWastageAction, wastageQuery } from './queries.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import {
  DocumentList,
  useDocumentFilters,
  useDocumentLocations,
} from '#platform/documents/web/document-list.tsx';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { formatQuantity } from '#platform/web/format/format.ts';
import { toMoneyCell, formatMoneyHeader } from '#platform/web/format/money.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency, useMoney } from '#platform/web/session/use-money.ts';
import { wasteMessages } from './messages.ts';
import { useWasteTotals, type WasteTotal } from './totals.ts';
import { useWastageFields } from './use-wastage-fields.ts';
import { useWasteReasons } from './waste-reasons.ts';
import { WasteStatus } from './waste-status.tsx';
import { WastageEntry } from './wastage-entry.tsx';

const WastagePanel = lazyView(async () => (await import('./wastage-panel.tsx')).WastagePanel);

/** `/branch-order/wastage`: quick entry, cost by reason and item, and all records. */
export function WastagePage() {
  const t = useMessages(wasteMessages);
  const user = useUser();
  const reasons = useWasteReasons();
  const state = useDocumentFilters(wastageList, {
    reason: { label: t.fields.reason, all: t.allReasons, choices: reasons },
  });
  const { view, filters } = state;
  const locations = useDocumentLocations();
  const isPending = locations === null;
  const places = locations ?? [];
  const [chosenPlace, setPlace] = useState<string | undefined>();
  const place = [chosenPlace, view.filters.branch].find((id) =>
    places.some((candidate) => candidate.id === id),
  );
  const entryPlace = place ?? places[0]?.id;
  const hasSeveral = isPending ? user.branches.length + user.kitchens.length !== 1 : places.length > 1;
  const totals = useWasteTotals(filters);
  const currency = useBaseCurrency();
  const { column } = useWastageFields();
  const columns: Column<Wastage>[] = [
    column('number'),
    column('dateTime'),
    column('itemName'),
    column('qty', {
      className: 'whitespace-nowrap',
      cell: ({ qty, unitSymbol }) => (
        <bdi>
          {formatQuantity(qty, unitSymbol)}{' '}
          <span className="text-muted-foreground text-xs">{formatUnitName(qty, unitSymbol)}</span>
        </bdi>
      ),
    }),
    column('unitSymbol', {
      isHiddenByDefault: true,
      cell: ({ unitSymbol }) => formatUnitName(null, unitSymbol),
    }),
    column('reason'),
    column('cost', {
      fileLabel: formatMoneyHeader(t.fields.cost, currency),
      value: ({ cost }) => toMoneyCell(cost, currency),
    }),
    ...(places.length > 1 ? [column('branchName')] : []),
    column('status', { card: 'corner', cell: ({ status }) => <WasteStatus status={status} /> }),
    column('note', { className: 'max-w-64 truncate' }),
    column('userName', { isHiddenByDefault: true }),
  ];

  return (
    <Page isWide className="flex flex-col gap-4">
      <div>
        <PageHeader title={useMessages(pageMessages).wastage} context={t.context} />
        {canWrite(user, 'wastage', 'canCreate') && (entryPlace ?? isPending) ? (
          // Reserves space until the locations have loaded.
          <div inert={isPending} className="flex flex-col gap-2">
            {hasSeveral ? (
              <Select
                aria-label={t.fields.branchName}
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
            <WastageEntry key={entryPlace} place={entryPlace} earlierRecords={totals.records ?? []} />
          </div>
        ) : null}
      </div>
      <PendingEntries title={t.pending.title} kinds={kinds} />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 print:hidden">
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
      <DocumentList
        name="wastage"
        t={t}
        state={state}
        columns={columns}
        empty={<EmptyState icon={Trash2} title={t.empty} text={t.emptyText} />}
        list={wastageQuery}
        getNumber={({ number }) => number}
        panel={WastagePanel}
      />
    </Page>
  );
}

interface TotalsCardProps {
  title: string;
  /** Days that the totals cover. */
  note: string;
  /** Null while loading. */
  totals: readonly WasteTotal[] | null;
  /** Opens the records included in a total. */
  onShow(total: WasteTotal): void;
}

/** Cost by reason or by item, linked to the records. */
function TotalsCard({ title, note, totals, onShow }: TotalsCardProps) {
  const t = useMessages(wasteMessages).totals;
  const maxCost = Math.max(0, ...(totals ?? []).map(({ cost }) => cost));
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <CardTitle>{title}</CardTitle>
        <span className="text-muted-foreground text-xs">{note}</span>
      </div>
      {/* Reserves the maximum of six rows, so that the list below does not move. */}
      <div className="min-h-62 pt-2 touch:min-h-68">
        {totals === null ? <Skeleton className="h-60" /> : null}
        {totals?.length === 0 ? <p className="py-1 text-muted-foreground text-sm">{t.none}</p> : null}
        <ul>
          {(totals ?? []).map((total) => (
            <li key={total.key}>
              <Row total={total} share={maxCost > 0 ? total.cost / maxCost : 0} onShow={onShow} />
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
          <span className="truncate">{total.key === '' ? t.other : total.name}</span>
          <span className="shrink-0 text-muted-foreground text-xs">{t.records(total.records)}</span>
        </span>
        <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-border">
          <span className="block h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
        </span>
      </span>
      <span className="w-20 text-end tabular-nums">{money(total.cost)}</span>
    </>
  );
  const rowClasses = 'flex w-full items-center gap-3 rounded-sm py-1.5 text-sm';
  if (total.key === '') return <span className={rowClasses}>{content}</span>;
  return (
    <button
      type="button"
      title={t.show(total.name)}
      className={`${rowClasses} hover:bg-accent/50 touch:min-h-11`}
      onClick={() => onShow(total)}
    >
      {content}
    </button>
  );
}

const kinds: ReadonlySet<string> = new Set([recordWastageAction.kind, changeWastageAction.kind]);
