import { useEffect, useState } from 'react';

/** The present instant (epoch ms), renewed every `everyMs` for clocks and ages on screen. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
