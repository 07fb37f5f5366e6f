import type { CompactItem } from '#src/collections/items/items.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { processMessages } from './process-messages.ts';

interface SubstituteChoicesProps {
  groups: readonly { title: string; items: readonly CompactItem[] }[];
  chosen: CompactItem | null;
  onChoose(item: CompactItem): void;
  stock: ReadonlyMap<string, CompactStock> | null;
  symbols: ReadonlyMap<string, string>;
}

/** Items to choose one from, with what the kitchen has free of each. */
export function SubstituteChoices({ groups, chosen, onChoose, stock, symbols }: SubstituteChoicesProps) {
  const t = useMessages(processMessages).substitute;
  const filled = groups.filter(({ items }) => items.length > 0);
  if (filled.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  return (
    <div className="flex max-h-72 flex-col gap-3 overflow-y-auto rounded-md border p-2">
      {filled.map(({ title, items }) => (
        <fieldset key={title}>
          <legend className="px-2 pb-1 text-muted-foreground text-xs">{title}</legend>
          {items.map((item) => {
            const row = stock?.get(item._id);
            const free = Math.max(0, (row?.onHand ?? 0) - (row?.reserved ?? 0));
            return (
              <label
                key={item._id}
                className="flex min-h-9 items-center gap-3 rounded-sm px-2 py-1 text-sm hover:bg-accent has-checked:bg-selected touch:min-h-11"
              >
                <input
                  type="radio"
                  name="item"
                  checked={item._id === chosen?._id}
                  onChange={() => onChoose(item)}
                  className="size-4 accent-primary"
                />
                <span className="min-w-0 flex-1">
                  {item.name} <span className="text-muted-foreground text-xs">{item.itemCode}</span>
                </span>
                {stock ? (
                  <span className="whitespace-nowrap text-muted-foreground text-xs">
                    {t.free(formatAmount(free, symbols.get(item.baseUnit) ?? ''))}
                  </span>
                ) : null}
              </label>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
