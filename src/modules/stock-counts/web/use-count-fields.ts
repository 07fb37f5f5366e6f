import { documentFields } from '#platform/documents/web/document-fields.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { stockCount } from '../shapes.ts';
import { countList } from '../list.ts';
import { countMessages } from './messages.ts';

/** Returns the fields of stock counts in the list and on the detail page. */
export function useCountFields() {
  const { fields, types } = useMessages(countMessages);
  const money = useMoney();
  return documentFields(stockCount, countList, fields, { money: () => money, valueLabels: { type: types } });
}
