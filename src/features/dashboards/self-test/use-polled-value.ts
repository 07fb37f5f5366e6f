import { useEffect, useState } from 'react';

const everyMs = 1000;

/** A reading of something that tells nobody when it changes, taken anew every second. */
export function usePolledValue<T>(read: () => T): T {
  const [reading, setReading] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setReading(read()), everyMs);
    return () => clearInterval(timer);
  }, [read]);
  return reading;
}
