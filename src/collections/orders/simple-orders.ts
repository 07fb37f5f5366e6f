import { readOrderRow } from './read-order.ts';
import { readList, readQuery } from '../read-query.ts';

/** Orders with just enough to recognise them, newest first: the lightest list there is. */
export function ordersSimpleQuery(limit = 25) {
  return readQuery({
    collection: 'orders_simple_data',
    key: ['list', { limit }],
    lifetime: 'orderSimple',
    path: 'orders/simple',
    search: { limit },
    read: (reply) => readList(reply, readOrderRow),
  });
}
