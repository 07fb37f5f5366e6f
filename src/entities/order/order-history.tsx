import type { HistoryEntry } from '#contract/document-schemas.ts';
import { isOrderStatus } from '#domain/orders/status.ts';
import { formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useReasonWords } from '#src/lib/reasons.ts';
import { orderMessages } from './messages.ts';
import { statusMessages } from './status-messages.ts';

/** Who did what to an order and when, newest first. */
export function OrderHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useMessages(orderMessages);
  const reasonWords = useReasonWords();
  const { statuses } = useMessages(statusMessages);
  if (entries.length === 0) return null;
  const word = (status: string) => (isOrderStatus(status) ? statuses[status] : status);
  return (
    <section aria-label={t.history}>
      <h3 className="pb-2 font-semibold text-sm">{t.history}</h3>
      <ol className="flex flex-col gap-2 border-s ps-4 text-sm">
        {entries.toReversed().map((entry) => (
          <li key={`${entry.at} ${entry.to}`}>
            <p>
              {entry.from === null ? t.historyMade : word(entry.to)}
              <span className="text-muted-foreground">
                {entry.byName ? (
                  <>
                    {' · '}
                    <bdi>{entry.byName}</bdi>
                  </>
                ) : null}
                {' · '}
                <bdi>{formatInstant(entry.at)}</bdi>
              </span>
            </p>
            {entry.reason ? (
              <p className="text-muted-foreground">
                <bdi>“{reasonWords(entry)}”</bdi>
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
