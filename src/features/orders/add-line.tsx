import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { foldText } from '#domain/text.ts';
import { type GuideItem, suggestionsQuery } from '#src/collections/suggestions.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderTexts } from './messages.ts';

interface AddLineProps {
  order: Order;
  onAdd(item: GuideItem): void;
}

/** Adds an item of the guide to a draft: by name or code. */
export function AddLine({ order, onAdd }: AddLineProps) {
  const t = useMessages(orderTexts).panel;
  const listId = useId();
  const [typed, setTyped] = useState('');
  const guide = useQuery(suggestionsQuery(order.branch, order.deliveryDate || undefined));
  const choices = guide.data?.rows ?? [];
  const wanted = foldText(typed);
  const found = choices.find((item) =>
    [item.itemName, item.itemNameAlt ?? '', item.itemCode].some((text) => foldText(text) === wanted),
  );

  function add(event: FormEvent): void {
    event.preventDefault();
    if (!found) return;
    onAdd(found);
    setTyped('');
  }

  return (
    <form onSubmit={add} className="flex items-center gap-2 pt-2">
      <Input
        className="flex-1"
        list={listId}
        aria-label={t.addItem}
        placeholder={t.addItem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={listId}>
        {typed.length < 2
          ? null
          : choices
              .filter((item) =>
                foldText(`${item.itemName} ${item.itemNameAlt ?? ''} ${item.itemCode}`).includes(wanted),
              )
              .slice(0, 20)
              .map((item) => (
                <option key={item.itemId} value={item.itemName}>
                  {item.itemCode}
                </option>
              ))}
      </datalist>
      <GuardedButton type="submit" blocked={found ? null : t.addItemHint}>
        <Plus aria-hidden="true" />
        {t.add}
      </GuardedButton>
    </form>
  );
}
