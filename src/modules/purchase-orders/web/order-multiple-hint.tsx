import { roundUpToMultiple } from '../purchase-status.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { purchaseMessages } from './messages.ts';

interface OrderMultipleHintProps {
  /** Total quantity of the pack on all its lines. */
  qty: number | null;
  multiple: number | null;
  /** Adds this quantity of the pack to the order. */
  onAdd(qty: number): void;
}

/** Offers to order the next multiple if the quantity of a pack isn't a multiple. */
export function OrderMultipleHint({ qty, multiple, onAdd }: OrderMultipleHintProps) {
  const t = useMessages(purchaseMessages).limits;
  const next = roundUpToMultiple(qty ?? 0, multiple);
  if (qty === null || multiple === null || next === qty) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-status-amber text-xs">
      {t.noMultiple(formatAmount(qty, ''), formatAmount(multiple, ''))}
      <Button size="sm" onClick={() => onAdd(Math.round((next - qty) * 1e6) / 1e6)}>
        {t.orderMultiple(formatAmount(next, ''))}
      </Button>
    </div>
  );
}
