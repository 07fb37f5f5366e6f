import { documentFields } from '#platform/documents/web/document-fields.ts';
import { getMoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { getCurrencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { supplierInvoiceList } from '../list.ts';
import { supplierInvoiceSummary } from '../shapes.ts';
import { invoiceMessages } from './messages.ts';

/** The fields of supplier invoices and credit notes in the list, the panel and the printout. */
export function useInvoiceFields() {
  const { fields, kinds, states } = useMessages(invoiceMessages);
  const names = useNames(['currencies']);
  const base = useBaseCurrency();
  return documentFields(supplierInvoiceSummary, supplierInvoiceList, fields, {
    money: ({ currency }) => getMoneyFormat(getCurrencyCode(names, currency, base)),
    baseCurrency: { fields: ['stockDifference', 'variance'], money: getMoneyFormat(base) },
    valueLabels: { kind: kinds, matchState: states },
    omitIfZero: ['tax', 'rounding', 'stockDifference', 'variance'],
  });
}
