import { supplierInvoiceList } from '../list.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { Suspense } from 'react';
import type { SupplierInvoice, SupplierInvoiceSummary } from '../shapes.ts';
import { canWrite } from '#core/permissions.ts';
import {
  createInvoiceAction,
  editInvoiceAction,
  invoicesQuery,
  moveInvoiceAction,
  removeInvoiceAction,
} from './queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { TabLinks } from '#platform/web/data-table/tab-links.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { DocumentList, useDocumentFilters } from '#platform/documents/web/document-list.tsx';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { searchReader } from '#platform/web/search.ts';
import { useUser } from '#platform/web/session/session.ts';
import { InvoiceStatusPill } from './invoice-status.tsx';
import { invoiceMessages } from './messages.ts';
import { useInvoiceFields } from './use-invoice-fields.ts';

const InvoicePanel = lazyView(async () => (await import('./invoice-panel.tsx')).InvoicePanel);

const BulkInvoices = lazyView(async () => (await import('./bulk-invoices.tsx')).BulkInvoices);

const InvoiceEntry = lazyView(async () => (await import('./invoice-entry.tsx')).InvoiceEntry);

const views = {
  invoices: InvoiceList,
  accruals: lazyView(async () => (await import('./accruals.tsx')).Accruals),
  credits: lazyView(async () => (await import('./accruals.tsx')).ExpectedCredits),
} as const;
/**
 * URL parameters: the open tab, absent for the list of invoices; the kind of document being entered
 * (`invoice` or `credit`); and its starting point `source`: `receipts/<id>`, `orders/<id>`, `invoices/<id>`,
 * `credits/<id>` or `drafts/<id>`.
 */
const readUrl = searchReader({ tab: 'text', new: 'text', source: 'text' });
const tabs = Object.keys(views) as (keyof typeof views)[];

/** Supplier invoices, GRNI and expected credits, with entry of new documents. */
export function InvoicesPage() {
  const t = useMessages(invoiceMessages);
  const user = useUser();
  const navigate = useNavigate();
  const { new: newKind, source, tab } = readUrl(useSearch({ strict: false }));
  const setSearch = (changes: Record<string, unknown>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }) });
  const currentTab = tabs.find((candidate) => candidate === tab) ?? 'invoices';
  const View = views[currentTab];

  return (
    <Page isWide className="flex flex-col gap-4">
      <PageHeader
        title={useMessages(pageMessages).invoices}
        context={t.context}
        actions={
          canWrite(user, 'supplier-invoices', 'canCreate') ? (
            <>
              <Button onClick={() => setSearch({ new: 'credit', source: undefined })}>
                {t.enterActions.credit}
              </Button>
              <Button variant="primary" onClick={() => setSearch({ new: 'invoice', source: undefined })}>
                {t.enterActions.invoice}
              </Button>
            </>
          ) : null
        }
      />
      <PendingEntries title={t.label} kinds={kinds} />
      <TabLinks
        label={t.tabsLabel}
        current={currentTab}
        tabs={tabs.map((id) => ({ id, name: t.tabs[id] }))}
      />
      <Suspense fallback={<SkeletonRows label={t.loading} rows={8} />}>
        <View />
      </Suspense>
      {newKind === undefined ? null : (
        <Suspense>
          <InvoiceEntry
            key={`${newKind} ${source ?? ''}`}
            isCredit={newKind === 'credit'}
            startFrom={source ?? null}
            onClose={(createdId) =>
              setSearch({
                new: undefined,
                source: undefined,
                ...(createdId !== undefined && { row: createdId, tab: undefined }),
              })
            }
          />
        </Suspense>
      )}
    </Page>
  );
}

/** All invoices, including those to be posted and those that differ from their receipts. */
function InvoiceList() {
  const t = useMessages(invoiceMessages);
  const names = useNames(['suppliers']);
  const branches = useQuery(branchesQuery());
  const places = (branches.data ?? []).map(({ _id, name }) => ({ id: _id, name }));
  const suppliers = names.listRows('suppliers').map(({ _id, name }) => ({ id: _id, name }));
  const state = useDocumentFilters(supplierInvoiceList, {
    supplier: { label: t.fields.supplierName, all: t.allSuppliers, choices: suppliers },
    place: { label: t.place, all: t.allPlaces, choices: places },
    matchState: { label: t.fields.matchState, all: t.allMatches, labels: t.states },
  });
  const { column } = useInvoiceFields();
  const columns: Column<SupplierInvoiceSummary>[] = [
    column('number'),
    column('status', { card: 'corner', cell: ({ status }) => <InvoiceStatusPill status={status} /> }),
    column('kind'),
    column('supplierName'),
    column('supplierNumber', { className: 'whitespace-nowrap' }),
    column('placeName'),
    column('date'),
    column('total'),
    column('matchState'),
    column('createdAt'),
    column('userName', { isHiddenByDefault: true }),
  ];
  return (
    <DocumentList<SupplierInvoice, typeof supplierInvoiceList>
      name="supplier-invoices"
      t={t}
      state={state}
      columns={columns}
      empty={<EmptyState icon={FileText} title={t.empty} text={t.emptyText} />}
      list={invoicesQuery}
      getNumber={({ number }) => number}
      panel={InvoicePanel}
      bulk={(invoices, clear) => (
        <Suspense>
          <BulkInvoices invoices={invoices} onDone={clear} />
        </Suspense>
      )}
    />
  );
}

const kinds: ReadonlySet<string> = new Set([
  createInvoiceAction.kind,
  editInvoiceAction.kind,
  removeInvoiceAction.kind,
  moveInvoiceAction.kind,
]);
