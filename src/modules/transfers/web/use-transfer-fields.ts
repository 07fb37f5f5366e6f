import { documentFields } from '#platform/documents/web/document-fields.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { transferList } from '../list.ts';
import { transferSummary } from '../shapes.ts';
import { transferMessages } from './messages.ts';

/** Returns the fields of transfers and returns in the list, the panel and the printed note. */
export function useTransferFields() {
  const { fields, kinds, panel } = useMessages(transferMessages);
  const money = useMoney();
  return documentFields(transferSummary, transferList, fields, {
    money: () => money,
    valueLabels: { kind: kinds, priceRule: panel.priceRules },
    omitIfZero: ['difference'],
  });
}
