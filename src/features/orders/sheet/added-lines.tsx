import { Trash2 } from 'lucide-react';
import type { Order } from '#contract/orders.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { orderMessages } from '#src/components/order/messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { AddLine } from './add-line.tsx';
import { orderPanelTexts } from './panel-messages.ts';
import { type OrderEdits, withAdded } from './order-edits.ts';

interface AddedLinesProps {
  order: Order;
  edits: OrderEdits;
  onEdits(edits: OrderEdits): void;
  isBusy: boolean;
}

/** Items that are added to a draft and not saved yet, and the field to add one. */
export function AddedLines({ order, edits, onEdits, isBusy }: AddedLinesProps) {
  const t = useMessages(orderPanelTexts);
  const { orderQty: column } = useMessages(orderMessages).columns;
  return (
    <>
      {(edits.added ?? []).map((line) => (
        <div key={line.itemId} className="flex items-center gap-3 border-b px-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="break-words">{line.itemName}</p>
            <p className="text-muted-foreground text-xs">
              {line.itemCode} · {t.added}
            </p>
          </div>
          <QuantityCell
            label={t.cellLabel(line.itemName, column)}
            value={line.orderQty}
            unit={line.unitSymbol}
            column="orderQty"
            disabled={isBusy}
            onCommit={(qty) => onEdits(withAdded(edits, line, qty ?? 0))}
          />
          <Button
            variant="ghost"
            size="icon"
            className="text-muted-foreground"
            aria-label={t.removeLine(line.itemName)}
            onClick={() => onEdits(withAdded(edits, line, null))}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      ))}
      {isBusy ? null : (
        <AddLine
          order={order}
          onAdd={({ itemId, itemName, itemCode, unit, unitSymbol, suggestedQty }) =>
            onEdits(
              withAdded(
                edits,
                { itemId, itemName, itemCode, unit, unitSymbol, orderQty: 1 },
                suggestedQty || 1,
              ),
            )
          }
        />
      )}
    </>
  );
}
