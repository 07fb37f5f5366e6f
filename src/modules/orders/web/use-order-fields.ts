import { documentFields } from '#platform/documents/web/document-fields.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { orderListSpec } from '../list.ts';
import { orderSummary } from '../shapes.ts';
import { statusMessages } from './status-messages.ts';

/**
 * Returns the order fields shown in lists, the panel and printouts.
 *
 * @param orderTypes labels of the order types, which lists don't load
 */
export function useOrderFields(orderTypes: Readonly<Record<string, string>> = {}) {
  const { fields } = useMessages(statusMessages);
  const money = useMoney();
  return documentFields(orderSummary, orderListSpec, fields, {
    money: () => money,
    valueLabels: { orderType: orderTypes },
  });
}
