import { documentFields } from '#platform/documents/web/document-fields.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { batchList } from '../list.ts';
import { batchSummary } from '../shapes.ts';
import { productionMessages } from './messages.ts';

/** Returns the batch fields shown in the list, the panel and the printout. */
export function useBatchFields() {
  const { fields, shifts } = useMessages(productionMessages);
  const money = useMoney();
  return documentFields(batchSummary, batchList, fields, {
    money: () => money,
    valueLabels: { shift: shifts },
    omitIfZero: ['lostQty'],
  });
}
