import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { type GuideItem, suggestionsQuery } from '#src/collections/orders/guide.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { rankOf, searchBy } from '#src/lib/rank.ts';
import { orderPanelTexts } from './panel-messages.ts';

interface AddLineProps {
  order: Order;
  onAdd(item: GuideItem): void;
}

const findable = ({ itemName, itemNameAlt, itemCode }: GuideItem) => ({
  names: [itemName, itemNameAlt],
  codes: [itemCode],
});
const search = searchBy(findable);

/** Adds an item of the guide to a draft: by name or code. */
export function AddLine({ order, onAdd }: AddLineProps) {
  const t = useMessages(orderPanelTexts);
  const listId = useId();
  const [typed, setTyped] = useState('');
  const guide = useQuery(suggestionsQuery(order.branch, order.deliveryDate || undefined));
  const choices = guide.data?.rows ?? [];
  // Only what is called just that: whoever types on sees what is taken.
  const [found] =
    typed.trim() === ''
      ? []
      : search(typed, choices, 1).filter((item) => rankOf(typed, findable(item)) === 0);

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
          : search(typed, choices, 20).map((item) => (
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
