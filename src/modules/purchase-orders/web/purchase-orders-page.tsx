import { purchaseOrderList } from '../list.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { Suspense } from 'react';
import type { PurchaseOrder, PurchaseSummary } from '../shapes.ts';
import { canOpenPage, canRead, canWrite } from '#core/permissions.ts';
import { receiptPages } from '#modules/goods-receipts/web/queries.ts';
import {
  createPurchasesAction,
  editPurchaseAction,
  mailPurchaseAction,
  movePurchaseAction,
  purchasesQuery,
} from './queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DocumentList, useDocumentFilters } from '#platform/documents/web/document-list.tsx';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import { PurchaseStatusPill } from './purchase-status.tsx';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { purchaseMessages } from './messages.ts';
import { usePurchaseFields } from './use-purchase-fields.ts';

const PurchasePanel = lazyView(async () => (await import('./purchase-panel.tsx')).PurchasePanel);
const BulkPurchases = lazyView(async () => (await import('./bulk-purchases.tsx')).BulkPurchases);
const PurchaseEntry = lazyView(async () => (await import('./purchase-entry.tsx')).PurchaseEntry);

/** Purchase orders: drafts, orders awaiting approval, and open orders. */
export function PurchaseOrdersPage() {
  const t = useMessages(purchaseMessages);
  const user = useUser();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const names = useNames(['suppliers']);
  const branches = useQuery(branchesQuery());
  const places = (branches.data ?? []).map(({ _id, name }) => ({ id: _id, name }));
  const suppliers = names.listRows('suppliers').map(({ _id, name }) => ({ id: _id, name }));
  const state = useDocumentFilters(purchaseOrderList, {
    supplier: { label: t.fields.supplierName, all: t.allSuppliers, choices: suppliers },
    place: { label: t.place, all: t.allPlaces, choices: places },
    receivedStatus: { label: t.received, all: t.allReceived, labels: t.receivedStatuses },
    billedByQuantity: { label: t.billed, all: t.allBilled, labels: t.billedStatuses },
    delivery: { label: t.delivery, all: t.allDeliveries, labels: t.deliveries },
  });
  const setSearch = (changes: Record<string, unknown>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }) });
  const receiptsPage = canRead(user, 'goods-receipts')
    ? receiptPages.find((page) => canOpenPage(user, page))
    : undefined;
  const { column, fact } = usePurchaseFields();
  /** Column for a status that orders have only once they are sent. */
  const sentStatusColumn = (
    name: 'receivedStatus' | 'billedByQuantity' | 'billedByAmount',
    isHiddenByDefault: boolean,
  ) => {
    const statusText = (order: PurchaseSummary) =>
      order.status === 'Sent' || order.status === 'Closed' ? fact(order, name)[1] : null;
    return column(name, { isHiddenByDefault, cell: statusText, value: statusText });
  };
  const columns: Column<PurchaseSummary>[] = [
    column('number'),
    column('status', { card: 'corner', cell: ({ status }) => <PurchaseStatusPill status={status} /> }),
    column('supplierName'),
    column('placeName'),
    column('lineCount'),
    column('total'),
    column('expectedOn'),
    sentStatusColumn('receivedStatus', false),
    sentStatusColumn('billedByQuantity', true),
    sentStatusColumn('billedByAmount', true),
    // Hidden by default so that names fit on one line on a desktop: the list is sorted newest first, and the
    // order itself shows its date.
    column('createdAt', { isHiddenByDefault: true }),
    column('sentAt', { isHiddenByDefault: true, value: (order) => fact(order, 'sentAt')[1] }),
    column('userName', { isHiddenByDefault: true }),
  ];

  return (
    <Page isWide className="flex flex-col gap-4">
      <PageHeader
        title={useMessages(pageMessages).purchaseOrders}
        context={t.context}
        secondaryActions={
          receiptsPage === undefined ? null : (
            <SecondaryAction asChild>
              <Link to={receiptsPage}>{t.receipts}</Link>
            </SecondaryAction>
          )
        }
        actions={
          canWrite(user, 'purchase-orders', 'canCreate') ? (
            <Button variant="primary" onClick={() => setSearch({ new: 'order' })}>
              {t.createOrders}
            </Button>
          ) : null
        }
      />
      <PendingEntries title={t.pending} kinds={kinds} />
      <DocumentList<PurchaseOrder, typeof purchaseOrderList>
        name="purchase-orders"
        t={t}
        state={state}
        columns={columns}
        empty={<EmptyState icon={ShoppingCart} title={t.empty} text={t.emptyText} />}
        list={purchasesQuery}
        getNumber={({ number }) => number}
        panel={PurchasePanel}
        bulk={(orders, clear) => (
          <Suspense>
            <BulkPurchases orders={orders} onDone={clear} />
          </Suspense>
        )}
      />
      {search['new'] === undefined ? null : (
        <Suspense>
          <PurchaseEntry onClose={() => setSearch({ new: undefined })} />
        </Suspense>
      )}
    </Page>
  );
}

const kinds: ReadonlySet<string> = new Set([
  createPurchasesAction.kind,
  editPurchaseAction.kind,
  mailPurchaseAction.kind,
  movePurchaseAction.kind,
]);
