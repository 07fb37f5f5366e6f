import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { resumeOrders } from '#src/lib/cache/background.ts';
import { breakerStore } from '#src/lib/cache/breaker.ts';
import { savedOrdersAt } from '#src/lib/cache/saved-orders.ts';
import { formatTime } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useStore } from '#src/lib/store.ts';
import { breakerMessages } from './breaker-messages.ts';

/** From when the orders on screen are, whichever page is gone to meanwhile, and how to go on. */
export function SavedOrdersNote() {
  const t = useMessages(breakerMessages);
  const queryClient = useQueryClient();
  const open = useStore(breakerStore);
  const savedAt = useSyncExternalStore(
    // An event may come while React draws: it is told of a moment later.
    (changed) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    () => savedOrdersAt(queryClient, open),
  );
  if (savedAt === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b bg-muted px-4 py-1 text-sm">
      <History className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <span>{t.showingSaved(formatTime(savedAt))}</span>
      <Button variant="link" size="sm" className="px-2" onClick={() => resumeOrders(queryClient)}>
        {t.resume}
      </Button>
    </p>
  );
}
