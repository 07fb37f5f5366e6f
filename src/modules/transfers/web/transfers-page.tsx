import { transferList } from '../list.ts';
import type { ListView } from '#platform/web/data-table/use-list-view.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeftRight, ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import type { TransferSummary } from '../shapes.ts';
import { canWrite } from '#core/permissions.ts';
import { type TransferKind } from '../kinds.ts';
import {
  createTransferAction,
  editTransferAction,
  moveTransferAction,
  type TransferFilters,
  transfersQuery,
} from './queries/transfers.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#platform/web/ui/dropdown-menu.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import {
  DocumentList,
  useDocumentFilters,
  useDocumentLocations,
} from '#platform/documents/web/document-list.tsx';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import { usePrefetchLocationItems } from '#modules/items/web/location-items.ts';
import { TransferStatusPill } from './transfer-status.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { parseTransferKind, withoutEntryParams } from './entry-draft.ts';
import { transferMessages } from './messages.ts';
import { type RenderReceipt, ReceiptContext } from './receipt-context.ts';
import { useTransferFields } from './use-transfer-fields.ts';

const TransferPanel = lazyView(async () => (await import('./transfer-panel.tsx')).TransferPanel);
const TransferEntry = lazyView(async () => (await import('./transfer-entry.tsx')).TransferEntry);

/**
 * Transfers that the user sends, receives or has to process.
 *
 * @param receipt renders the receipt form
 */
export function TransfersPage({ receipt }: { receipt: RenderReceipt }) {
  const t = useMessages(transferMessages);
  const user = useUser();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const branches = useQuery(branchesQuery());
  const places = (branches.data ?? []).map(({ _id, name }) => ({ id: _id, name }));
  const ownPlaces = useDocumentLocations() ?? [];
  const canCreate = canWrite(user, 'transfers', 'canCreate');
  usePrefetchLocationItems(canCreate && ownPlaces.length === 1 ? ownPlaces[0]?.id : undefined);
  const state = useDocumentFilters(transferList, {
    kind: { label: t.fields.kind, all: t.allKinds, labels: t.kinds },
    from: { label: t.fields.fromName, all: t.allSenders, choices: places },
    to: { label: t.fields.toName, all: t.allReceivers, choices: places },
  });
  const { view } = state;
  const { column, fact } = useTransferFields();
  const columns: Column<TransferSummary>[] = [
    column('number'),
    column('status', {
      card: 'corner',
      cell: ({ status, isRequest, hasDiscrepancy }) => (
        <span className="flex flex-wrap gap-1">
          <TransferStatusPill status={status} />
          {isRequest && status === 'Draft' ? <Pill tone="blue">{t.requested}</Pill> : null}
          {hasDiscrepancy ? <Pill tone="amber">{t.discrepancy}</Pill> : null}
        </span>
      ),
    }),
    column('kind'),
    column('fromName'),
    column('toName'),
    column('lineCount'),
    column('value'),
    column('createdAt'),
    column('sentAt', { isHiddenByDefault: true, value: (transfer) => fact(transfer, 'sentAt')[1] }),
    column('receivedAt', { isHiddenByDefault: true, value: (transfer) => fact(transfer, 'receivedAt')[1] }),
    column('userName', { isHiddenByDefault: true }),
  ];
  const updateSearch = (changes: Record<string, unknown>) =>
    void navigate({ to: '.', search: (previous: Record<string, unknown>) => ({ ...previous, ...changes }) });
  const readParam = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined);
  const entryKind = parseTransferKind(readParam('new'));

  return (
    <ReceiptContext value={receipt}>
      <Page isWide className="flex flex-col gap-4">
        <PageHeader
          title={useMessages(pageMessages).transfers}
          context={t.context}
          actions={canCreate ? <NewButtons onNew={(kind) => updateSearch({ new: kind })} /> : null}
        />
        <PendingEntries title={t.pending} kinds={transferActionKinds} />
        <TransferTasks own={ownPlaces.length === 1 ? ownPlaces[0]?.id : undefined} view={view} />
        <DocumentList
          name="transfers"
          t={t}
          state={state}
          columns={columns}
          empty={<EmptyState icon={ArrowLeftRight} title={t.empty} text={t.emptyText} />}
          list={transfersQuery}
          getNumber={({ number }) => number}
          panel={TransferPanel}
        />
        {entryKind === null ? null : (
          <Suspense>
            <TransferEntry
              key={entryKind}
              kind={entryKind}
              returnOf={readParam('returnOf')}
              sender={readParam('fromPlace')}
              receiver={readParam('toPlace')}
              onClose={() => updateSearch(withoutEntryParams({}))}
            />
          </Suspense>
        )}
      </Page>
    </ReceiptContext>
  );
}

/** Transfers are the most common kind, so the other two have secondary buttons. */
function NewButtons({ onNew }: { onNew(kind: TransferKind): void }) {
  const t = useMessages(transferMessages);
  return (
    <>
      <Button variant="primary" onClick={() => onNew('transfer')}>
        {t.newDocument.transfer}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon" aria-label={t.more}>
            <ChevronDown aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {(['return', 'supplier-return'] as const).map((kind) => (
            <DropdownMenuItem key={kind} onSelect={() => onNew(kind)}>
              {t.newDocument[kind]}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}

interface TransferTasksProps {
  /** The user's only location; undefined for users with several or all. */
  own: string | undefined;
  view: ListView;
}

/** Numbers of transfers to send, to receive and in transit, linked to their rows. */
function TransferTasks({ own, view }: TransferTasksProps) {
  const t = useMessages(transferMessages).tasks;
  const cards = [
    { key: 'toSend', filters: { status: 'Draft', from: own, to: undefined } },
    { key: 'toReceive', filters: { status: 'Sent', from: undefined, to: own } },
    ...(own === undefined
      ? []
      : [{ key: 'inTransit', filters: { status: 'Sent', from: own, to: undefined } } as const]),
  ] as const;
  return (
    <ul aria-label={t.label} className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:gap-3">
      {cards.map(({ key, filters }) => {
        const { status, from, to } = view.filters;
        const isActive = status === filters.status && from === filters.from && to === filters.to;
        return (
          <li key={key} className="flex">
            <button
              type="button"
              aria-pressed={isActive}
              onClick={() =>
                view.set(isActive ? { status: undefined, from: undefined, to: undefined } : filters)
              }
              className={cn(
                'flex min-h-16 flex-1 flex-col rounded-lg border bg-card p-3 text-start hover:bg-accent',
                isActive && 'border-primary bg-selected hover:bg-selected',
              )}
            >
              <span className="text-muted-foreground text-xs">{t[key]}</span>
              <Count filters={filters} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Count({ filters }: { filters: TransferFilters }) {
  const { data } = useQuery({ ...transfersQuery({ ...filters, limit: 1 }), refetchOnMount: 'always' });
  return (
    <span className="min-h-7 font-semibold text-xl">
      {data ? formatCount(data.total ?? data.rows.length) : '–'}
    </span>
  );
}

const transferActionKinds: ReadonlySet<string> = new Set([
  createTransferAction.kind,
  editTransferAction.kind,
  moveTransferAction.kind,
]);
