import type { NoteParties } from '#contract/orders.ts';
import { type JsonRecord, readRecord, readText } from '#contract/tolerant.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readQuery } from '../read-query.ts';

/**
 * Queries the addresses on an order's delivery note. If the server has none, the names in the order are used.
 */
export function notePartiesQuery(id: string) {
  return readQuery({
    collection: 'orders_data',
    key: ['parties', id],
    lifetime: 'other',
    path: `orders/${encodeURIComponent(id)}/parties`,
    read: (reply): NoteParties => {
      const row = readRecord(reply.data);
      return {
        businessName: readText(row['businessName']),
        from: readParty(row['from']),
        to: readParty(row['to']),
      };
    },
  });
}

function readParty(value: unknown): NoteParties['from'] {
  const row: JsonRecord = readRecord(value);
  const name = readText(row['name']);
  if (name === null) return null;
  return {
    ...shownNames(name, readText(row['nameAlt'])),
    address: readText(row['address']),
    phone: readText(row['phone']),
  };
}
