import { BellRing } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { kitchenMessages } from './messages.ts';

/** How many orders have come since the last look, and the way to start counting anew; the bell says it aloud. */
export function NewOrdersNote({ count, onSeen }: { count: number; onSeen(): void }) {
  const t = useMessages(kitchenMessages);
  if (count === 0) return null;
  return (
    <span className="pill-status-blue flex h-9 items-center gap-2 rounded-full ps-3 pe-1 font-medium text-sm touch:h-11">
      <BellRing className="size-4" aria-hidden="true" />
      {t.newOrders(count)}
      <Button variant="ghost" size="sm" className="h-7 rounded-full touch:h-11" onClick={onSeen}>
        {t.markSeen}
      </Button>
    </span>
  );
}
