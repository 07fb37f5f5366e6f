import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Hourglass, Undo2 } from 'lucide-react';
import { type Accrual, accrual, type ExpectedCredit, expectedCredit } from '../shapes.ts';
import { canOpenPage, canActAtLocation } from '#core/permissions.ts';
import { receiptPages } from '#modules/goods-receipts/web/queries.ts';
import { accrualPageQuery, accrualSumsQuery, expectedCreditsQuery, invoicePage, canBill } from './queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import type { FilterSelect } from '#platform/web/data-table/filter-bar.tsx';
import { type ListView, useListView } from '#platform/web/data-table/use-list-view.ts';
import { usePagedList } from '#platform/web/data-table/use-paged-list.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { documentFields } from '#platform/documents/web/document-fields.ts';
import { getCurrencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { getMoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { useToday } from '#platform/web/use-today.ts';
import { getCreditKey } from './entry-draft.ts';
import { invoiceMessages } from './messages.ts';
import { printableListPageSize, useLocalList, PrintableList } from './printable-list.tsx';

/** Filters by supplier and location, shared by both lists. */
function useSupplierFilters(view: ListView): {
  filters: FilterSelect[];
  supplierFilters: { supplier?: string; place?: string };
} {
  const t = useMessages(invoiceMessages);
  const names = useNames(['suppliers']);
  const places = useQuery(branchesQuery()).data ?? [];
  const { supplier, place } = view.filters;
  const choices = (rows: readonly { _id: string; name: string }[]) =>
    rows.map(({ _id, name }) => ({ id: _id, name }));
  return {
    filters: [
      {
        key: 'supplier',
        label: t.fields.supplierName,
        all: t.allSuppliers,
        choices: choices(names.listRows('suppliers')),
      },
      { key: 'place', label: t.place, all: t.allPlaces, choices: choices(places) },
    ],
    supplierFilters: { ...(supplier !== undefined && { supplier }), ...(place !== undefined && { place }) },
  };
}

const sum = (amounts: readonly number[]) =>
  Math.round(amounts.reduce((total, amount) => total + amount, 0) * 1e4) / 1e4;

/** GRNI at the end of a day. Each line links to its receipt and can start an invoice. */
export function Accruals() {
  const messages = useMessages(invoiceMessages);
  const t = messages.openItems;
  const user = useUser();
  const base = useBaseCurrency();
  const names = useNames(['currencies']);
  const today = useToday();
  const view = useListView(['supplier', 'place', 'asOf'], { openParam: 'line' });
  const { filters, supplierFilters } = useSupplierFilters(view);
  const { asOf } = view.filters;
  const filterParams = {
    ...supplierFilters,
    ...(asOf !== undefined && { asOf }),
    ...(view.q && { q: view.q }),
  };
  const sums = useQuery({ ...accrualSumsQuery(filterParams), placeholderData: keepPreviousData }).data;
  const inBase = getMoneyFormat(base);
  const receiptsPage = receiptPages.find((page) => canOpenPage(user, page)) ?? receiptPages[0];
  const labels = {
    ...messages.fields,
    ...t.fields,
    acceptedQty: messages.panel.accepted,
    price: messages.panel.price,
  };
  const { column, fact } = documentFields(accrual, { sorts: [] }, labels, {
    money: ({ currency }) => getMoneyFormat(getCurrencyCode(names, currency, base)),
    baseCurrency: { fields: ['openValue', 'openCharge'], money: inBase },
    omitIfZero: ['openCharge'],
  });
  const columns: Column<Accrual>[] = [
    column('receiptNo', { sort: 'receipt', className: 'whitespace-nowrap' }),
    column('businessDay', { sort: 'day' }),
    column('supplierName'),
    column('placeName'),
    column('itemName'),
    column('acceptedQty', {
      isHiddenByDefault: true,
      cell: (row) => <bdi>{fact(row, 'acceptedQty')[1]}</bdi>,
    }),
    column('openQty', { cell: (row) => <bdi>{fact(row, 'openQty')[1]}</bdi> }),
    column('unitSymbol', { isHiddenByDefault: true }),
    // Hidden by default, so that the button that starts the invoice fits on desktop screens.
    column('price', { isHiddenByDefault: true }),
    column('openValue', { sort: 'value' }),
    column('openCharge', { cell: (row) => fact(row, 'openCharge')[1] }),
    {
      key: 'enter',
      label: t.enter,
      cell: (row) =>
        canBill(user) && canActAtLocation(user, row.place) ? (
          <EnterDocumentLink isCredit={false} startFrom={`receipts/${row.receiptId}`} name={row.receiptNo} />
        ) : null,
    },
  ];
  const list = usePagedList<Accrual>({
    view,
    pageSize: printableListPageSize,
    buildQuery: (page) => accrualPageQuery({ ...filterParams, ...page }),
    getColumns: () => columns,
    defaultSort: 'day',
    matches: () => true,
  });
  return (
    <PrintableList<Accrual>
      {...list}
      name="accruals"
      title={t.accruals(formatDate(asOf ?? today))}
      totals={sums ? t.accrualTotals(sums.lines, inBase(sums.openValue), inBase(sums.openCharge)) : ''}
      filters={filters}
      moreFilters={
        <DateInput
          className="w-36"
          aria-label={t.asOf}
          value={asOf ?? today}
          max={today}
          onChange={({ currentTarget: { value } }) =>
            view.set({ asOf: value === '' || value === today ? undefined : value })
          }
        />
      }
      getKey={({ receiptLineId }) => receiptLineId}
      getName={({ receiptNo, itemName }) => `${receiptNo}, ${itemName}`}
      getLink={({ receiptId }): LinkProps => ({ to: receiptsPage, search: { row: receiptId } })}
      empty={<EmptyState icon={Hourglass} title={t.noAccruals} text={t.noAccrualsText} />}
    />
  );
}

/** Expected credits: each line links to its invoice or return and can start a credit note. */
export function ExpectedCredits() {
  const messages = useMessages(invoiceMessages);
  const t = messages.openItems;
  const user = useUser();
  const base = useBaseCurrency();
  const view = useListView(['supplier', 'place'], { openParam: 'line' });
  const { filters, supplierFilters } = useSupplierFilters(view);
  const query = useQuery({ ...expectedCreditsQuery(supplierFilters), placeholderData: keepPreviousData });
  const inBase = getMoneyFormat(base);
  const openAmount = ({ expected, received }: ExpectedCredit) => sum([expected, -received]);
  const { column, fact } = documentFields(
    expectedCredit,
    { sorts: ['number', 'since', 'expected'] },
    { ...messages.fields, ...t.fields },
    { valueLabels: { source: t.sources } },
  );
  const columns: Column<ExpectedCredit>[] = [
    column('number', { className: 'whitespace-nowrap' }),
    column('source'),
    column('since'),
    column('supplierName'),
    column('placeName'),
    column('itemName'),
    column('qty', { cell: (row) => <bdi>{fact(row, 'qty')[1]}</bdi> }),
    column('expected', { cell: (row) => inBase(openAmount(row)), value: openAmount }),
    {
      key: 'enter',
      label: t.enter,
      cell: (row) =>
        canBill(user) && canActAtLocation(user, row.place) ? (
          <EnterDocumentLink isCredit startFrom={`credits/${getCreditKey(row)}`} name={row.number} />
        ) : null,
    },
  ];
  const { matchingRows, ...list } = useLocalList<ExpectedCredit>(query, view, columns);
  return (
    <PrintableList<ExpectedCredit>
      {...list}
      name="expected-credits"
      title={t.credits}
      totals={query.data ? t.creditTotal(matchingRows.length, inBase(sum(matchingRows.map(openAmount)))) : ''}
      filters={filters}
      getKey={getCreditKey}
      getName={({ number, itemName }) => (itemName === null ? number : `${number}, ${itemName}`)}
      getLink={({ source, documentId }): LinkProps =>
        source === 'return'
          ? { to: '/inventory/transfers', search: { row: documentId } }
          : { to: invoicePage, search: { row: documentId } }
      }
      empty={<EmptyState icon={Undo2} title={t.noCredits} text={t.noCreditsText} />}
    />
  );
}

/** Starts the invoice or credit note for a row. Rendered above the row's own link. */
function EnterDocumentLink({
  isCredit,
  startFrom,
  name,
}: {
  isCredit: boolean;
  startFrom: string;
  name: string;
}) {
  const { enterActions, openItems } = useMessages(invoiceMessages);
  const label = isCredit ? enterActions.credit : enterActions.invoice;
  return (
    <Button asChild size="sm" className="relative z-10 print:hidden">
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({
          ...before,
          new: isCredit ? 'credit' : 'invoice',
          source: startFrom,
        })}
        aria-label={openItems.enterFor(label, name)}
        onClick={(event) => event.stopPropagation()}
      >
        {label}
      </Link>
    </Button>
  );
}
