import { ClockAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { instant, record } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { formatSpan } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { deviceMessages } from './messages.ts';

const minuteMs = 60_000;
/** Clocks this far apart are told of. In ms. */
const farMs = 5 * minuteMs;
/** How long two clocks that agree are taken to go on so. In ms. */
const askAgainAfterMs = 15 * minuteMs;

/**
 * Says that this device's clock is wrong: cut-offs, days and ages on screen are told by it, while the server goes by its own.
 * Asked when the rest is there, and when the tab is looked at again. A server that does not tell the time is believed to agree.
 */
export function ClockNote() {
  const t = useMessages(deviceMessages).clock;
  const [aheadMs, setAheadMs] = useState(0);
  const isFar = Math.abs(aheadMs) > farMs;
  useEffect(() => {
    let askedAt = Number.NEGATIVE_INFINITY;
    let isGone = false;
    const ask = async () => {
      askedAt = performance.now();
      const found = await readAheadMs();
      if (!isGone && found !== null) setAheadMs(found);
    };
    const look = () => {
      const isOld = performance.now() - askedAt > askAgainAfterMs;
      if (document.visibilityState === 'visible' && (isFar || isOld)) void ask();
    };
    if (!isFar) void ask();
    document.addEventListener('visibilitychange', look);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', look);
    };
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

/** How far this device's clock is ahead of the server's, in ms; null where that cannot be told. Never rejects. */
async function readAheadMs(): Promise<number | null> {
  try {
    const before = Date.now();
    const { data } = await api.get('health');
    const after = Date.now();
    const told = Date.parse(instant(record(data)['now']) ?? '');
    // A device that slept meanwhile, or whose clock was set, knows nothing of when the server looked at its own.
    const isTold = Number.isFinite(told) && after >= before && after - before < farMs;
    return isTold ? (before + after) / 2 - told : null;
  } catch {
    return null;
  }
}
