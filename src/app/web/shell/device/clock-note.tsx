import { ClockAlert } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '#platform/web/api/api.ts';
import { clockAheadMs } from '#platform/web/device-clock.ts';
import { formatSpan } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useStore } from '#platform/web/store.ts';
import { deviceMessages } from './messages.ts';

const minuteMs = 60_000;
/**
 * Up to this difference in ms the server accepts everything the device sends, and its times are accurate
 * enough to read.
 */
const farMs = 5 * minuteMs;

/**
 * Warns that this device's clock is wrong, from the first response that shows it. A server without a `Date`
 * header counts as matching. Returning to the tab asks the server again, because the user may have set the
 * clock.
 */
export function ClockNote() {
  const t = useMessages(deviceMessages).clock;
  const aheadMs = useStore(clockAheadMs) ?? 0;
  const isFar = Math.abs(aheadMs) > farMs;
  useEffect(() => {
    if (!isFar) return undefined;
    const check = () => {
      if (document.visibilityState === 'visible')
        api.get('health', { isPublic: true }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [isFar]);
  return (
    <div role="status" className="print:hidden">
      {isFar ? (
        <p className="pill-status-amber flex items-center gap-2 border-b px-4 py-2 text-sm">
          <ClockAlert className="size-4 shrink-0" aria-hidden="true" />
          {(aheadMs > 0 ? t.ahead : t.behind)(
            formatSpan(Math.round(Math.abs(aheadMs) / minuteMs) * minuteMs),
          )}
        </p>
      ) : null}
    </div>
  );
}
