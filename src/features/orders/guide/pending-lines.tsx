import type { CreateOrderInput } from '#contract/orders.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { unitFor } from '#src/lib/format/unit.ts';
import type { GuideRow } from './guide-rows.ts';

interface PendingLinesProps {
  input: CreateOrderInput;
  rowById: ReadonlyMap<string, GuideRow>;
}

/** The lines of an order that is on its way, as they were entered. */
export function PendingLines({ input, rowById }: PendingLinesProps) {
  return (
    <ul className="w-full divide-y rounded-lg border text-sm">
      {input.items.map(({ itemId, orderQty, note }) => {
        const item = rowById.get(itemId)?.item;
        return (
          <li key={itemId} className="flex items-baseline gap-3 px-3 py-2">
            <span className="min-w-0 flex-1">
              {item?.itemName ?? itemId}
              {note ? (
                <span className="block text-muted-foreground text-xs">
                  <bdi>“{note}”</bdi>
                </span>
              ) : null}
            </span>
            <bdi className="whitespace-nowrap tabular-nums">
              {formatQuantity(orderQty)}{' '}
              <span className="text-muted-foreground text-xs">
                {item ? unitFor(orderQty, item.unitSymbol) : null}
              </span>
            </bdi>
          </li>
        );
      })}
    </ul>
  );
}
