import { useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Order, NoteParties } from '#contract/orders.ts';
import { notePartiesQuery } from '#src/collections/documents/note-parties.ts';
import { orderQuery } from '#src/collections/orders/queries.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { DeliveryNote } from '#src/entities/order/delivery-note.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { sayError } from '#src/lib/api/own-words.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toastError } from '#src/lib/toast.ts';
import { listMessages } from './messages.ts';
import { PrintAlone } from '#src/entities/document/print-alone.tsx';

interface Note {
  order: Order;
  parties: NoteParties | null;
}

/** Prints the delivery notes of the selected orders, each on a page of its own: a whole day at once. */
export function PrintNotes({ orders }: { orders: readonly OrderRow[] }) {
  const t = useMessages(listMessages).kitchen;
  const queryClient = useQueryClient();
  const [isLoading, setLoading] = useState(false);
  const [notes, setNotes] = useState<readonly Note[] | null>(null);
  const shipped = orders.filter(({ deliveryNoteNo }) => deliveryNoteNo);

  useEffect(() => {
    if (notes === null) return;
    const done = () => setNotes(null);
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [notes]);

  async function load(): Promise<void> {
    setLoading(true);
    try {
      setNotes(
        await Promise.all(
          shipped.map(async ({ _id }) => ({
            order: await queryClient.fetchQuery(orderQuery(_id)),
            parties: await queryClient.fetchQuery(notePartiesQuery(_id)).catch(() => null),
          })),
        ),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(sayError(error));
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      <GuardedButton
        blocked={shipped.length === 0 ? t.printNone : null}
        disabled={isLoading}
        onClick={() => void load()}
      >
        <Printer aria-hidden="true" />
        {t.printNotes(shipped.length)}
      </GuardedButton>
      {notes === null ? null : (
        <PrintAlone>
          {notes.map(({ order, parties }) => (
            <div key={order._id} className="break-after-page last:break-after-auto">
              <DeliveryNote order={order} parties={parties} />
            </div>
          ))}
        </PrintAlone>
      )}
    </>
  );
}
