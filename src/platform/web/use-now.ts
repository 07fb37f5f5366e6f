import { useEffect, useState } from 'react';
import { clockAheadMs, serverNow } from './device-clock.ts';

/** Returns the server's time (epoch ms), updated every `everyMs`, for clocks and ages on screen. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const renew = () => setNow(serverNow());
    const timer = setInterval(renew, everyMs);
    const stop = clockAheadMs.subscribe(renew);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [everyMs]);
  return now;
}
