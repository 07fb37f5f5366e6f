import { goodsReceiptList } from '../list.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PackageCheck } from 'lucide-react';
import { Suspense } from 'react';
import type { GoodsReceiptSummary } from '../shapes.ts';
import { canOpenPage, canWrite } from '#core/permissions.ts';
import { createReceiptAction, editReceiptAction, receiptsQuery, reverseReceiptAction } from './queries.ts';
import { purchasePages } from '#modules/purchase-orders/web/queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DocumentList, useDocumentFilters } from '#platform/documents/web/document-list.tsx';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import { ReceiptStatusPill } from './receipt-status.tsx';
import { usePrefetchLocationItems } from '#modules/items/web/location-items.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { receiptMessages } from './messages.ts';
import { useReceiptFields } from './use-receipt-fields.ts';

const ReceiptPanel = lazyView(async () => (await import('./receipt-panel.tsx')).ReceiptPanel);
const ReceiptEntry = lazyView(async () => (await import('./receipt-entry.tsx')).ReceiptEntryForm);

/** Lists goods receipts and starts new ones. */
export function ReceiptsPage() {
  const t = useMessages(receiptMessages);
  const user = useUser();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const names = useNames(['suppliers']);
  const branches = useQuery(branchesQuery());
  const places = (branches.data ?? []).map(({ _id, name }) => ({ id: _id, name }));
  const suppliers = names.listRows('suppliers').map(({ _id, name }) => ({ id: _id, name }));
  const canReceive = canWrite(user, 'goods-receipts', 'canCreate');
  const ownLocations = [...user.branches, ...user.kitchens];
  usePrefetchLocationItems(canReceive && ownLocations.length === 1 ? ownLocations[0] : undefined);
  const state = useDocumentFilters(goodsReceiptList, {
    supplier: { label: t.supplier, all: t.allSuppliers, choices: suppliers },
    place: { label: t.place, all: t.allPlaces, choices: places },
  });
  const setSearch = (changes: Record<string, unknown>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }) });
  const { column } = useReceiptFields();
  const columns: Column<GoodsReceiptSummary>[] = [
    column('number'),
    column('status', { card: 'corner', cell: ({ status }) => <ReceiptStatusPill status={status} /> }),
    column('supplierName'),
    column('placeName'),
    column('purchaseOrderNo', { className: 'whitespace-nowrap' }),
    column('supplierRef', { className: 'whitespace-nowrap' }),
    column('lineCount'),
    column('goodsValue'),
    column('landedValue', { isHiddenByDefault: true }),
    column('businessDay'),
    column('createdAt'),
    column('userName', { isHiddenByDefault: true }),
  ];
  const ordersPage = purchasePages.find((page) => canOpenPage(user, page));
  const newParam = search['new'];

  return (
    <Page isWide className="flex flex-col gap-4">
      <PageHeader
        title={useMessages(pageMessages).receipts}
        context={t.context}
        actions={
          <>
            {ordersPage === undefined ? null : (
              <Button asChild>
                <Link to={ordersPage}>{t.orders}</Link>
              </Button>
            )}
            {canReceive ? (
              <Button variant="primary" onClick={() => setSearch({ new: 'receipt' })}>
                {t.receiveGoods}
              </Button>
            ) : null}
          </>
        }
      />
      <PendingEntries title={t.pending} kinds={kinds} />
      <DocumentList
        name="goods-receipts"
        t={t}
        state={state}
        columns={columns}
        empty={<EmptyState icon={PackageCheck} title={t.empty} text={t.emptyText} />}
        list={receiptsQuery}
        getNumber={({ number }) => number}
        panel={ReceiptPanel}
      />
      {typeof newParam === 'string' ? (
        <Suspense>
          <ReceiptEntry
            key={newParam}
            order={newParam === 'receipt' ? null : newParam}
            onClose={(createdId) =>
              setSearch({ new: undefined, ...(createdId !== undefined && { row: createdId }) })
            }
          />
        </Suspense>
      ) : null}
    </Page>
  );
}

const kinds: ReadonlySet<string> = new Set([
  createReceiptAction.kind,
  editReceiptAction.kind,
  reverseReceiptAction.kind,
]);
