import { purchaseOrderList } from '../list.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { Suspense } from 'react';
import { type PurchaseOrder } from '../shapes.ts';
import { canOpenPage, canRead, canWrite } from '#core/permissions.ts';
import { receiptPages } from '#modules/goods-receipts/web/queries.ts';
import { createPurchasesAction, editPurchaseAction, movePurchaseAction, purchasesQuery } from './queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import {
  DocumentList,
  momentColumn,
  nameColumn,
  textColumn,
  useDocumentFilters,
} from '#platform/documents/web/document-list.tsx';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import { PurchaseStatusPill } from './purchase-status.tsx';
import { currencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { formatCount, formatDay, formatInstant } from '#platform/web/format/format.ts';
import { type MoneyFormat, getMoneyFormat } from '#platform/web/format/money.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { purchaseMessages } from './messages.ts';

const PurchasePanel = lazyView(async () => (await import('./purchase-panel.tsx')).PurchasePanel);
const PurchaseEntry = lazyView(async () => (await import('./purchase-entry.tsx')).PurchaseEntry);

/** Purchase orders: drafts, orders that wait for approval, and open orders. */
export function PurchasesPage() {
  const t = useMessages(purchaseMessages);
  const user = useUser();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const base = useBaseCurrency();
  const names = useNames(['suppliers', 'currencies']);
  const branches = useQuery(branchesQuery());
  const places = (branches.data ?? []).map(({ _id, name }) => ({ id: _id, name }));
  const suppliers = names.all('suppliers').map(({ _id, name }) => ({ id: _id, name }));
  const state = useDocumentFilters(purchaseOrderList, {
    supplier: { label: t.supplier, all: t.allSuppliers, choices: suppliers },
    place: { label: t.place, all: t.allPlaces, choices: places },
    receivedStatus: { label: t.received, all: t.allReceived, words: t.receivedStatuses },
    billedByQuantity: { label: t.billed, all: t.allBilled, words: t.billedStatuses },
    delivery: { label: t.delivery, all: t.allDeliveries, words: t.deliveries },
  });
  const set = (changes: Record<string, unknown>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }) });
  const receiptsAt = canRead(user, 'goods-receipts')
    ? receiptPages.find((page) => canOpenPage(user, page))
    : undefined;
  const moneyOf = (currency: string | null) => getMoneyFormat(currencyCode(names, currency, base));

  return (
    <Page isWide className="flex flex-col gap-4">
      <PageHeader
        title={useMessages(pageMessages).purchases}
        context={t.context}
        more={
          receiptsAt === undefined ? null : (
            <SecondaryAction asChild>
              <Link to={receiptsAt}>{t.receipts}</Link>
            </SecondaryAction>
          )
        }
        actions={
          canWrite(user, 'purchase-orders', 'canCreate') ? (
            <Button variant="primary" onClick={() => set({ new: 'order' })}>
              {t.fresh}
            </Button>
          ) : null
        }
      />
      <PendingEntries title={t.pending} kinds={kinds} />
      <DocumentList
        name="purchase-orders"
        t={t}
        state={state}
        columns={columnsOf(t, moneyOf)}
        empty={<EmptyState icon={ShoppingCart} title={t.empty} text={t.emptyText} />}
        list={purchasesQuery}
        numberOf={({ number }) => number}
        panel={PurchasePanel}
      />
      {search['new'] === undefined ? null : (
        <Suspense>
          <PurchaseEntry onClose={() => set({ new: undefined })} />
        </Suspense>
      )}
    </Page>
  );
}

type Words = Translation<(typeof purchaseMessages)['en']>;

function columnsOf(t: Words, moneyOf: (currency: string | null) => MoneyFormat): Column<PurchaseOrder>[] {
  const { columns } = t;
  const received: Readonly<Record<string, string>> = t.receivedStatuses;
  const billed: Readonly<Record<string, string>> = t.billedStatuses;
  const isOut = ({ status }: PurchaseOrder) => status === 'Sent' || status === 'Closed';
  return [
    {
      key: 'number',
      label: columns.number,
      sort: 'number',
      className: 'whitespace-nowrap',
      cell: ({ number }) => number,
      value: ({ number }) => number,
    },
    {
      key: 'status',
      label: columns.status,
      card: 'corner',
      cell: ({ status }) => <PurchaseStatusPill status={status} />,
      value: ({ status }) => status,
    },
    nameColumn('supplier', columns.supplier, ({ supplierName }) => supplierName),
    nameColumn('place', columns.place, ({ placeName }) => placeName),
    {
      key: 'lines',
      label: columns.lines,
      isNumeric: true,
      cell: ({ lineCount }) => formatCount(lineCount),
      value: ({ lineCount }) => lineCount,
    },
    {
      key: 'total',
      label: columns.total,
      sort: 'total',
      isNumeric: true,
      cell: ({ total, currency }) => moneyOf(currency)(total),
      value: ({ total }) => total,
    },
    {
      key: 'expectedOn',
      label: columns.expectedOn,
      sort: 'expectedOn',
      className: 'whitespace-nowrap',
      cell: ({ expectedOn }) => (expectedOn === null ? '' : formatDay(expectedOn)),
      value: ({ expectedOn }) => expectedOn,
    },
    textColumn('received', columns.received, (order) =>
      isOut(order) ? (received[order.receivedStatus] ?? order.receivedStatus) : null,
    ),
    ...(['billedByQuantity', 'billedByAmount'] as const).map((key) =>
      textColumn<PurchaseOrder>(
        key,
        columns[key],
        (order) => (isOut(order) ? (billed[order[key]] ?? order[key]) : null),
        { isOff: true },
      ),
    ),
    // Hidden by default to give names one line on a desktop: newest first is the order, and the order itself
    // shows its day.
    { ...momentColumn('createdAt', columns.createdAt, ({ createdAt }) => createdAt), isOff: true },
    textColumn('sentAt', columns.sentAt, ({ sentAt }) => sentAt && formatInstant(sentAt), { isOff: true }),
    textColumn('userName', columns.userName, ({ userName }) => userName, { isOff: true }),
  ];
}

const kinds: ReadonlySet<string> = new Set([
  createPurchasesAction.kind,
  editPurchaseAction.kind,
  movePurchaseAction.kind,
]);
