import { documentFields } from '#platform/documents/web/document-fields.ts';
import { getMoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { getCurrencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { purchaseOrderList } from '../list.ts';
import { purchaseSummary } from '../shapes.ts';
import { purchaseMessages } from './messages.ts';

/** The fields of purchase orders in the list, the panel and the printout. */
export function usePurchaseFields() {
  const { fields, receivedStatuses, billedStatuses } = useMessages(purchaseMessages);
  const names = useNames(['currencies']);
  const base = useBaseCurrency();
  return documentFields(purchaseSummary, purchaseOrderList, fields, {
    money: ({ currency }) => getMoneyFormat(getCurrencyCode(names, currency, base)),
    valueLabels: {
      receivedStatus: receivedStatuses,
      billedByQuantity: billedStatuses,
      billedByAmount: billedStatuses,
    },
    omitIfZero: ['freight', 'tax'],
  });
}
