import { suppliers } from '#contract/resources/suppliers.ts';
import { text } from '#contract/tolerant.ts';
import { readOne, readQuery } from '../read-query.ts';
import { rowPath } from './resource-writes.ts';
import { keeping } from './resources.ts';

/** What fixes the currency of a supplier (a kind of document, or prices); null while it may be changed. */
export function supplierCurrencyQuery(id: string) {
  return readQuery({
    collection: keeping(suppliers)[0],
    key: ['suppliers', 'currency', id],
    lifetime: 'orders',
    path: `${rowPath(suppliers, id)}/currency`,
    read: (reply) => readOne(reply, (row) => text(row['fixedBy'])),
  });
}
