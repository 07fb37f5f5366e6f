import { useMessages } from '#src/lib/i18n/messages.ts';
import { formTexts } from './messages.ts';

/** Says before anything is typed that it will be looked at, by whom, and what happens until then. */
export function ReviewAhead({ isNew }: { isNew: boolean }) {
  const { ahead } = useMessages(formTexts).review;
  return (
    <p role="note" className="rounded-md border border-status-amber px-3 py-2 text-sm">
      {isNew ? ahead.create : ahead.change}
    </p>
  );
}
