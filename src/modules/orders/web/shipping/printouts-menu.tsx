import { FileText } from 'lucide-react';
import { Button } from '#platform/web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#platform/web/ui/dropdown-menu.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { shipmentMessages } from './messages.ts';
import { type ShipmentPrintout, useShipmentPrintouts } from './use-shipment-printouts.tsx';

interface PrintoutsMenuProps {
  /** Ids of the orders. */
  orders: readonly string[];
  /** If omitted, all kinds. */
  kinds?: readonly Exclude<ShipmentPrintout, 'notes'>[];
}

/** Menu of the orders' printouts and labels. */
export function PrintoutsMenu({
  orders,
  kinds = ['run', 'labels', 'zpl', 'lots', 'lotsZpl'],
}: PrintoutsMenuProps) {
  const t = useMessages(shipmentMessages).printouts;
  const { print, isLoading } = useShipmentPrintouts();
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          {/* Not disabled while loading, because the menu returns the focus to it. */}
          <Button aria-busy={isLoading} disabled={orders.length === 0}>
            <FileText aria-hidden="true" />
            {t.open}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {kinds.map((kind) => (
            <DropdownMenuItem key={kind} onSelect={() => void print(kind, orders)}>
              {t[kind]}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}
