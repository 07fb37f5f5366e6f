import type { NoteParties } from '#contract/orders.ts';
import { type JsonRecord, record, text } from '#contract/tolerant.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readQuery } from '../read-query.ts';

/** Who stands on the delivery note of an order. A server may not tell: then the names of the order have to do. */
export function notePartiesQuery(id: string) {
  return readQuery({
    collection: 'orders_data',
    key: ['parties', id],
    lifetime: 'other',
    path: `orders/${encodeURIComponent(id)}/parties`,
    read: (reply): NoteParties => {
      const row = record(reply.data);
      return {
        businessName: text(row['businessName']),
        from: readParty(row['from']),
        to: readParty(row['to']),
      };
    },
  });
}

function readParty(value: unknown): NoteParties['from'] {
  const row: JsonRecord = record(value);
  const name = text(row['name']);
  if (name === null) return null;
  return {
    ...shownNames(name, text(row['nameAlt'])),
    address: text(row['address']),
    phone: text(row['phone']),
  };
}
