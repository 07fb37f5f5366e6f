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
 * Difference in ms up to which the server accepts all data from the device, and times are accurate enough to
 * display.
 */
const toleranceMs = 5 * minuteMs;

/**
 * Warns about a wrong device clock after the first response that reveals it. Without a `Date` header, the
 * clock is assumed to be correct. The clock is checked again when the user returns to the tab, because they
 * may have set it.
 */
export function ClockNote() {
  const t = useMessages(deviceMessages).clock;
  const aheadMs = useStore(clockAheadMs) ?? 0;
  const isWrong = Math.abs(aheadMs) > toleranceMs;
  useEffect(() => {
    if (!isWrong) return undefined;
    const check = () => {
      if (document.visibilityState === 'visible')
        api.get('health', { isPublic: true }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [isWrong]);
  return (
    <div role="status" className="print:hidden">
      {isWrong ? (
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
