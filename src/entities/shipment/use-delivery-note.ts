import { readFollowUpNote } from '#domain/orders/follow-up-note.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { shipmentMessages } from './messages.ts';

/** A note as it is read: what the server has noted in the language of the reader, what a person wrote as it is. */
export function useDeliveryNote<T extends string | null | undefined>(note: T): T | string {
  const { sendsAgain } = useMessages(shipmentMessages);
  const said = typeof note === 'string' ? readFollowUpNote(note) : null;
  return said === null ? note : sendsAgain[said.why](said.no);
}
