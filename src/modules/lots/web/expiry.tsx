import { getExpiryState } from '../choose.ts';
import { cn } from '#platform/web/cn.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lotMessages } from './lot-messages.ts';

/** Days with which a lot's expiry date is compared. */
export interface ExpiryLimits {
  /** Today at the location (YYYY-MM-DD); omitted on printouts, which show no warning. */
  day?: string | undefined;
  /** The day before which it must not expire at its destination. */
  validThrough?: string | undefined;
}

/**
 * Expiry date of a lot, marked if it is today, past, or too early for the destination; renders nothing
 * without a date.
 */
export function Expiry({ expiry, day, validThrough }: ExpiryLimits & { expiry: string | null | undefined }) {
  const t = useMessages(lotMessages);
  if (!expiry) return null;
  const state = day === undefined ? null : getExpiryState(expiry, day, validThrough);
  return (
    <span
      className={cn(
        state === 'shortDated' && 'text-status-amber',
        (state === 'expired' || state === 'expiresToday') && 'text-destructive',
      )}
    >
      {t.useBy(formatDate(expiry))}
      {state ? ` · ${t[state]}` : ''}
    </span>
  );
}
