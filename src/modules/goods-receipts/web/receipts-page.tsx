import { goodsReceiptList } from '../list.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PackageCheck } from 'lucide-react';
import { Suspense } from 'react';
import type { GoodsReceipt } from '../shapes.ts';
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
import {
  DocumentList,
  momentColumn,
  nameColumn,
  textColumn,
  useDocumentFilters,
} from '#platform/documents/web/document-list.tsx';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import { ReceiptStatusPill } from './receipt-status.tsx';
import { usePrefetchLocationItems } from '#modules/items/web/location-items.ts';
import { currencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { formatCount, formatDay } from '#platform/web/format/format.ts';
import { type MoneyFormat, getMoneyFormat } from '#platform/web/format/money.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { receiptMessages } from './messages.ts';

const ReceiptPanel = lazyView(async () => (await import('./receipt-panel.tsx')).ReceiptPanel);
const ReceiptEntry = lazyView(async () => (await import('./receipt-entry.tsx')).ReceiptEntryForm);

/** Lists goods receipts and starts new ones. */
export function ReceiptsPage() {
  const t = useMessages(receiptMessages);
  const user = useUser();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const base = useBaseCurrency();
  const names = useNames(['suppliers', 'currencies']);
  const branches = useQuery(branchesQuery());
  const places = (branches.data ?? []).map(({ _id, name }) => ({ id: _id, name }));
  const suppliers = names.all('suppliers').map(({ _id, name }) => ({ id: _id, name }));
  const mayReceive = canWrite(user, 'goods-receipts', 'canCreate');
  const ownLocations = [...user.branches, ...user.kitchens];
  usePrefetchLocationItems(mayReceive && ownLocations.length === 1 ? ownLocations[0] : undefined);
  const state = useDocumentFilters(goodsReceiptList, {
    supplier: { label: t.supplier, all: t.allSuppliers, choices: suppliers },
    place: { label: t.place, all: t.allPlaces, choices: places },
  });
  const set = (changes: Record<string, unknown>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }) });
  const moneyOf = (currency: string | null) => getMoneyFormat(currencyCode(names, currency, base));
  const orders = purchasePages.find((page) => canOpenPage(user, page));
  const entered = search['new'];

  return (
    <Page isWide className="flex flex-col gap-4">
      <PageHeader
        title={useMessages(pageMessages).receipts}
        context={t.context}
        actions={
          <>
            {orders === undefined ? null : (
              <Button asChild>
                <Link to={orders}>{t.orders}</Link>
              </Button>
            )}
            {mayReceive ? (
              <Button variant="primary" onClick={() => set({ new: 'receipt' })}>
                {t.fresh}
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
        columns={columnsOf(t, moneyOf, getMoneyFormat(base))}
        empty={<EmptyState icon={PackageCheck} title={t.empty} text={t.emptyText} />}
        list={receiptsQuery}
        numberOf={({ number }) => number}
        panel={ReceiptPanel}
      />
      {typeof entered === 'string' ? (
        <Suspense>
          <ReceiptEntry
            key={entered}
            order={entered === 'receipt' ? null : entered}
            onClose={(createdId) =>
              set({ new: undefined, ...(createdId !== undefined && { row: createdId }) })
            }
          />
        </Suspense>
      ) : null}
    </Page>
  );
}

type Words = Translation<(typeof receiptMessages)['en']>;

function columnsOf(
  t: Words,
  moneyOf: (currency: string | null) => MoneyFormat,
  inBase: MoneyFormat,
): Column<GoodsReceipt>[] {
  const { columns } = t;
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
      cell: ({ status }) => <ReceiptStatusPill status={status} />,
      value: ({ status }) => status,
    },
    nameColumn('supplier', columns.supplier, ({ supplierName }) => supplierName),
    nameColumn('place', columns.place, ({ placeName }) => placeName),
    textColumn('order', columns.order, ({ purchaseOrderNo }) => purchaseOrderNo, {
      className: 'whitespace-nowrap',
    }),
    textColumn('supplierRef', columns.supplierRef, ({ supplierRef }) => supplierRef, {
      className: 'whitespace-nowrap',
    }),
    {
      key: 'lines',
      label: columns.lines,
      isNumeric: true,
      cell: ({ lineCount }) => formatCount(lineCount),
      value: ({ lineCount }) => lineCount,
    },
    {
      key: 'goodsValue',
      label: columns.goodsValue,
      sort: 'goodsValue',
      isNumeric: true,
      cell: ({ goodsValue, currency }) => moneyOf(currency)(goodsValue),
      value: ({ goodsValue }) => goodsValue,
    },
    {
      key: 'landedValue',
      label: columns.landedValue,
      isNumeric: true,
      isOff: true,
      cell: ({ landedValue }) => inBase(landedValue),
      value: ({ landedValue }) => landedValue,
    },
    {
      key: 'businessDay',
      label: columns.businessDay,
      sort: 'businessDay',
      className: 'whitespace-nowrap',
      cell: ({ businessDay }) => formatDay(businessDay),
      value: ({ businessDay }) => businessDay,
    },
    momentColumn('createdAt', columns.createdAt, ({ createdAt }) => createdAt),
    textColumn('userName', columns.userName, ({ userName }) => userName, { isOff: true }),
  ];
}

const kinds: ReadonlySet<string> = new Set([
  createReceiptAction.kind,
  editReceiptAction.kind,
  reverseReceiptAction.kind,
]);
