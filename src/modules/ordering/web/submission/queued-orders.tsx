import { useState } from 'react';
import type { Branch } from '#platform/web/queries/branches.ts';
import { QueueEntry } from '#platform/web/layout/queue-entry.tsx';
import { SendState } from '#platform/documents/web/send-state.tsx';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { formatDay, formatTime } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { submissionMessages } from './messages.ts';
import { listQueuedOrders } from '../queued-orders.ts';

/** Orders created on this device that aren't on the server yet, shown above the list. */
export function QueuedOrders({ branches }: { branches: readonly Branch[] }) {
  const t = useMessages(submissionMessages).queued;
  const lines = useMessages(submissionMessages).lines;
  const orders = listQueuedOrders(useOutbox());
  const [openKey, setOpenKey] = useState<string | null>(null);
  const openOrder = orders.find(({ documentKey }) => documentKey === openKey);
  const getBranchName = (id: string | undefined) =>
    branches.find((branch) => branch._id === id)?.name ?? null;
  if (orders.length === 0) return null;
  return (
    <section aria-label={t.title} className="pb-3">
      <h2 className="pb-1 font-semibold text-sm">{t.title}</h2>
      <ul className="divide-y overflow-hidden rounded-lg border bg-card text-sm">
        {orders.map(({ documentKey, input, status, state, createdAt }) => (
          <li
            key={documentKey}
            className="relative flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 focus-within:bg-accent/50 hover:bg-accent/50"
          >
            <button
              type="button"
              className="min-w-0 flex-1 basis-48 text-start font-medium outline-offset-4 after:absolute after:inset-0"
              onClick={() => setOpenKey(documentKey)}
            >
              {t.order(formatDay(input.deliveryDate))}
              <span className="block text-muted-foreground text-xs">
                {[getBranchName(input.branch), lines(input.items.length), formatTime(createdAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
            <StatusPill status={status} />
            <SendState state={state} />
          </li>
        ))}
      </ul>
      {openOrder ? (
        <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : setOpenKey(null))}>
          <SheetContent title={t.order(formatDay(openOrder.input.deliveryDate))} description={t.text}>
            <ul className="flex flex-col gap-2">
              {openOrder.entries.map((entry) => (
                <QueueEntry key={entry.id} entry={entry} entries={openOrder.entries} />
              ))}
            </ul>
          </SheetContent>
        </Dialog>
      ) : null}
    </section>
  );
}
