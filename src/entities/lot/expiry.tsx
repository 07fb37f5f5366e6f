import { expiryState } from '#domain/lots/choose.ts';
import { cn } from '#src/lib/cn.ts';
import { formatDate } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lotMessages } from './messages.ts';

/** By which days the last day of a lot is judged. */
export interface ExpiryLimits {
  /** Today at the place (YYYY-MM-DD); left out, nothing is said of the day, as on paper. */
  day?: string | undefined;
  /** The day through which it should be good for where it goes. */
  until?: string | undefined;
}

/** Until when a lot is good, with a word and a colour where that is today, past, or too early; nothing without a day. */
export function Expiry({ expiry, day, until }: ExpiryLimits & { expiry: string | null | undefined }) {
  const t = useMessages(lotMessages);
  if (!expiry) return null;
  const state = day === undefined ? null : expiryState(expiry, day, until);
  return (
    <span
      className={cn(
        state === 'short' && 'text-status-amber',
        (state === 'past' || state === 'today') && 'text-destructive',
      )}
    >
      {t.goodUntil(formatDate(expiry))}
      {state ? ` · ${t[state]}` : ''}
    </span>
  );
}
