import { Printer } from 'lucide-react';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { PapersMenu } from '#src/entities/shipment/papers-menu.tsx';
import { TakeBack } from '#src/entities/shipment/take-back.tsx';
import { usePapers } from '#src/entities/shipment/use-papers.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { kitchenListMessages } from './kitchen-messages.ts';

/** Prints the delivery notes of the selected orders, each on a page of its own, or their other papers: a whole day at once. */
export function PrintNotes({ orders }: { orders: readonly OrderRow[] }) {
  const t = useMessages(kitchenListMessages);
  const { make, isLoading } = usePapers();
  const shipped = orders.filter(({ deliveryNoteNo }) => deliveryNoteNo).map(({ _id }) => _id);
  return (
    <>
      {shipped.length > 0 ? <PapersMenu orders={shipped} /> : null}
      <GuardedButton
        blocked={shipped.length === 0 ? t.printNone : null}
        disabled={isLoading}
        onClick={() => void make('notes', shipped)}
      >
        <Printer aria-hidden="true" />
        {t.printNotes(shipped.length)}
      </GuardedButton>
      <TakeBack orders={orders.filter(({ status }) => status === 'Shipped')} />
    </>
  );
}
