import { documentFields } from '#platform/documents/web/document-fields.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { discrepancyList } from '../list.ts';
import { discrepancy } from '../shapes.ts';
import { discrepancyMessages } from './messages.ts';
import { useParties } from './parties.ts';

/** Returns the fields of discrepancies in the list and the panel. */
export function useDiscrepancyFields() {
  const { fields, types } = useMessages(discrepancyMessages);
  const parties = useParties();
  const money = useMoney();
  return documentFields(discrepancy, discrepancyList, fields, {
    money: () => money,
    valueLabels: {
      type: types,
      action: (action, row) => parties(row).getActionLabel(action),
      chargedTo: (target, row) => parties(row).getTargetLabel(target),
    },
  });
}
