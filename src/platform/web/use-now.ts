import { useEffect, useState } from 'react';
import { clockAheadMs, getServerNow } from './device-clock.ts';

/** Returns the server's time (epoch ms), updated every `intervalMs`, for clocks and ages on screen. */
export function useNow(intervalMs = 15_000): number {
  const [now, setNow] = useState(getServerNow);
  useEffect(() => {
    const update = () => setNow(getServerNow());
    const timer = setInterval(update, intervalMs);
    const stop = clockAheadMs.subscribe(update);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [intervalMs]);
  return now;
}
