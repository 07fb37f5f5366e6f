import { Printer } from 'lucide-react';
import type { OrderRecord } from '../../queries/read.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { PrintoutsMenu } from '../../shipping/printouts-menu.tsx';
import { UnshipOrders } from '../../shipping/unship-orders.tsx';
import { useShipmentPrintouts } from '../../shipping/use-shipment-printouts.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { kitchenListMessages } from './kitchen-messages.ts';

/** Prints the delivery notes, or other documents, of the selected orders on separate pages. */
export function PrintNotes({ orders }: { orders: readonly OrderRecord[] }) {
  const t = useMessages(kitchenListMessages);
  const { print, isLoading } = useShipmentPrintouts();
  const shippedIds = orders.filter(({ deliveryNoteNo }) => deliveryNoteNo).map(({ _id }) => _id);
  return (
    <>
      {shippedIds.length > 0 ? <PrintoutsMenu orders={shippedIds} /> : null}
      <GuardedButton
        disabledReason={shippedIds.length === 0 ? t.printNone : null}
        disabled={isLoading}
        onClick={() => void print('notes', shippedIds)}
      >
        <Printer aria-hidden="true" />
        {t.printNotes(shippedIds.length)}
      </GuardedButton>
      <UnshipOrders orders={orders.filter(({ status }) => status === 'Shipped')} />
    </>
  );
}
