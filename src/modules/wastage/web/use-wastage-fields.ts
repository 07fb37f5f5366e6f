import { documentFields } from '#platform/documents/web/document-fields.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { wastageList } from '../list.ts';
import { wastage } from '../shapes.ts';
import { wasteMessages } from './messages.ts';
import { useWasteReason } from './waste-reasons.ts';

/** Returns the fields of waste records in the list and the panel. */
export function useWastageFields() {
  const { fields } = useMessages(wasteMessages);
  const getReasonName = useWasteReason();
  const money = useMoney();
  return documentFields(wastage, wastageList, fields, {
    money: () => money,
    valueLabels: { reason: getReasonName },
  });
}
