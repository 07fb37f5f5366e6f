import { useQuery } from '@tanstack/react-query';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { kitchenViewMessages } from './kitchen-view-messages.ts';
import { ListCard } from '../branch-home/list-card.tsx';

/** Items that exist and cannot be ordered. */
export function StoppedCard() {
  const t = useMessages(kitchenViewMessages);
  const items = useQuery(compactItemsQuery());
  const stopped = (items.data ?? [])
    .filter((item) => item.isActive && !item.isOrderable)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const failed = items.isError && !items.data;
  return (
    <ListCard
      title={t.stopped.title}
      isLoading={items.isPending}
      note={failed ? t.items.failed : stopped.length === 0 ? t.stopped.none : null}
      footer={stopped.length > 0 ? <p className="text-muted-foreground text-xs">{t.stopped.text}</p> : null}
    >
      {stopped.map((item) => (
        <li key={item._id} className="flex justify-between gap-3 py-2 text-sm">
          <span>{item.name}</span>
          <span className="text-muted-foreground text-xs">{item.itemCode}</span>
        </li>
      ))}
    </ListCard>
  );
}
