import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import type { EditOrderInput, Order, OrderLine } from '#contract/orders.ts';
import {
  type CompactItem,
  compactItemsQuery,
  searchItems,
  substitutesQuery,
} from '#src/collections/items/items.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { type OrderActions, succeeded } from '#src/collections/orders/actions.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { parseQuantity } from '#src/lib/format/parse-quantity.ts';
import { formatAmount, unitFor } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { processMessages } from './messages.ts';

interface SubstituteDialogProps {
  order: Order;
  line: OrderLine;
  stock: ReadonlyMap<string, CompactStock> | null;
  actions: OrderActions;
  onClose(): void;
}

const shownAtMost = 40;

/** Another item instead of one that is short: a usual substitute, or any that can be ordered. */
export function SubstituteDialog({ order, line, stock, actions, onClose }: SubstituteDialogProps) {
  const t = useMessages(processMessages).substitute;
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const usual = useQuery(substitutesQuery(line.itemId));
  const formId = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<CompactItem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const wanted = useDeferredValue(query);

  const symbols = new Map((units.data ?? []).map((unit) => [unit._id, unit.symbol]));
  const candidates = (items.data ?? []).filter(
    (item) => item.isActive && item.isOrderable && item._id !== line.itemId,
  );
  const matching = searchItems(wanted, candidates);
  const isUsual = (item: CompactItem) => usual.data?.includes(item._id) ?? false;
  const orderUnit = chosen ? (symbols.get(chosen.orderUnit ?? chosen.baseUnit) ?? '') : '';

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.stopPropagation();
    const typed = parseQuantity(String(new FormData(event.currentTarget).get('quantity') ?? ''));
    if (!chosen || typed.kind !== 'quantity' || typed.value <= 0) {
      setMissing(true);
      return;
    }
    void succeeded(actions.edit(order, substitution(line, chosen._id, typed.value)));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={t.title(line.itemName)}
        footer={
          <Button type="submit" form={formId} variant="primary" disabled={chosen === null}>
            {t.add}
          </Button>
        }
      >
        <form id={formId} onSubmit={add} className="flex flex-col gap-4" noValidate>
          <Input
            type="search"
            aria-label={t.search}
            placeholder={t.search}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <SubstituteChoices
            groups={[
              { title: t.usual, items: matching.filter(isUsual) },
              { title: t.found, items: matching.filter((item) => !isUsual(item)).slice(0, shownAtMost) },
            ]}
            chosen={chosen}
            onChoose={setChosen}
            stock={stock}
            symbols={symbols}
          />
          {chosen ? (
            <Field
              label={t.quantity}
              hint={t.quantityHint(unitFor(null, orderUnit))}
              error={isMissing ? t.quantityMissing : null}
            >
              {(control) => (
                <Input
                  {...control}
                  key={chosen._id}
                  name="quantity"
                  inputMode="decimal"
                  autoComplete="off"
                  autoFocus
                  className="w-32 text-end"
                />
              )}
            </Field>
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** A substitute is a line that nobody ordered; the line it stands in for says so, unless it has a reason already. */
function substitution(line: OrderLine, itemId: string, qty: number): EditOrderInput {
  const reason = 'substituted';
  const original = line.reason === null ? [{ lineId: line.lineId, reason }] : [];
  return {
    items: [{ itemId, orderQty: 0, substituteFor: line.lineId, pickedQty: qty, reason }, ...original],
  };
}

interface SubstituteChoicesProps {
  groups: readonly { title: string; items: readonly CompactItem[] }[];
  chosen: CompactItem | null;
  onChoose(item: CompactItem): void;
  stock: ReadonlyMap<string, CompactStock> | null;
  symbols: ReadonlyMap<string, string>;
}

/** Items to choose one from, with what the kitchen has free of each. */
function SubstituteChoices({ groups, chosen, onChoose, stock, symbols }: SubstituteChoicesProps) {
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
