import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UnlistedItem } from '../shapes.ts';
import {
  addToCountAction,
  type CountSheet,
  countKey,
  enterCountAction,
  unlistedItemsQuery,
} from './queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { toastError } from '#platform/web/toast.ts';
import { countMessages } from './messages.ts';

/**
 * Notices above the sheet: rejected entries, lines with open questions, and stock received since the start.
 */
export function SheetNotes({ count, conflictCount }: { count: CountSheet; conflictCount: number }) {
  const t = useMessages(countMessages).sheet;
  const refusedCount = useOutbox().filter(
    ({ kind, documentKey, state }) =>
      kind === enterCountAction.kind && documentKey === countKey(count._id) && state === 'needs-attention',
  ).length;
  const unlistedItems =
    useQuery({ ...unlistedItemsQuery(count._id), enabled: count.isBookHidden !== true }).data ?? [];
  return (
    <>
      {refusedCount > 0 ? <Note>{t.rejectedEntries(refusedCount)}</Note> : null}
      {conflictCount > 0 ? <Note>{t.conflicts(conflictCount)}</Note> : null}
      {unlistedItems.length > 0 ? <UnlistedItemsNote count={count} unlistedItems={unlistedItems} /> : null}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="pill-status-amber mb-2 flex items-start gap-2 rounded-md px-3 py-2 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {children}
    </div>
  );
}

/** Maximum number of items named in the notice. */
const maxListedItems = 3;
/** Maximum number of items that the endpoint accepts. */
const maxAddedPerCall = 500;

/** Items received since the count started, with a button that adds them to the sheet. */
function UnlistedItemsNote({
  count,
  unlistedItems,
}: {
  count: CountSheet;
  unlistedItems: readonly UnlistedItem[];
}) {
  const t = useMessages(countMessages).sheet;
  const adding = useOutboxMutation(addToCountAction);
  const names = unlistedItems
    .slice(0, maxListedItems)
    .map(({ itemName, lot }) => (lot === null ? itemName : `${itemName}, ${t.lot(lot)}`));
  const unnamedCount = unlistedItems.length - names.length;
  const add = () => {
    const items = unlistedItems
      .slice(0, maxAddedPerCall)
      .map(({ itemId, lot, expiry }) => ({ itemId, lot, ...(expiry !== null && { expiry }) }));
    void adding
      .send({ count, input: { items } })
      .catch((error: unknown) => toastError(getErrorMessage(error)));
  };
  return (
    <Note>
      <span className="min-w-0 flex-1">
        {t.appeared(unlistedItems.length)}
        {names.map((name) => (
          <bdi key={name} className="block font-medium">
            {name}
          </bdi>
        ))}
        {unnamedCount > 0 ? t.appearedMore(unnamedCount) : null}
      </span>
      <Button size="sm" disabled={adding.isPending} onClick={add}>
        {t.addAppeared}
      </Button>
    </Note>
  );
}
