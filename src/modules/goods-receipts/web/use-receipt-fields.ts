import { documentFields } from '#platform/documents/web/document-fields.ts';
import { getMoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { getCurrencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { goodsReceiptList } from '../list.ts';
import { goodsReceiptSummary } from '../shapes.ts';
import { receiptMessages } from './messages.ts';

/** The fields of goods receipts in the list, the panel and the printout. */
export function useReceiptFields() {
  const { fields } = useMessages(receiptMessages);
  const names = useNames(['currencies']);
  const base = useBaseCurrency();
  return documentFields(goodsReceiptSummary, goodsReceiptList, fields, {
    money: ({ currency }) => getMoneyFormat(getCurrencyCode(names, currency, base)),
    baseCurrency: { fields: ['landedValue'], money: getMoneyFormat(base) },
    omitIfZero: ['freight', 'charges', 'expectedCredit'],
  });
}
