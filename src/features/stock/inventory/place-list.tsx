import { cn } from '#src/lib/cn.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { stockMessages } from './messages.ts';
import { StatePill } from './state-pill.tsx';
import type { StockLine } from './stock-rows.ts';

interface PlaceListProps {
  /** The item at every place the person may see. */
  lines: readonly StockLine[];
  placeId: string;
  onPlace(placeId: string): void;
}

/** How much of the item is where; a place shows its own ledger. */
export function PlaceList({ lines, placeId, onPlace }: PlaceListProps) {
  const t = useMessages(stockMessages).card;
  return (
    <section>
      <h3 className="pb-1 font-semibold text-sm">{t.places}</h3>
      <ul className="divide-y rounded-md border">
        {lines.map((line) => (
          <li key={line.placeId}>
            <button
              type="button"
              aria-current={line.placeId === placeId}
              onClick={() => onPlace(line.placeId)}
              className={cn(
                'flex min-h-9 w-full flex-wrap items-center justify-between gap-x-3 px-3 py-1 text-start text-sm hover:bg-accent/50 touch:min-h-11',
                line.placeId === placeId && 'bg-selected font-medium',
              )}
            >
              <span>{line.placeName}</span>
              <span className="flex items-center gap-3 tabular-nums">
                {line.state === 'ok' ? null : <StatePill state={line.state} />}
                <bdi>{formatAmount(line.onHand, line.unit, line.pieces)}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
