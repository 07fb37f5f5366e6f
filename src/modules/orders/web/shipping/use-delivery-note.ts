import { readFollowUpNote } from '#modules/discrepancies/follow-up-note.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { shipmentMessages } from './messages.ts';

/** Formats a note: the server's standard notes are localized, other text is unchanged. */
export function useDeliveryNote<T extends string | null | undefined>(note: T): T | string {
  const { resends } = useMessages(shipmentMessages);
  const followUp = typeof note === 'string' ? readFollowUpNote(note) : null;
  return followUp === null ? note : resends[followUp.type](followUp.number);
}
