import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

/** The address follows the typing after a pause: it is for asking the server and for going back to, not for every key. */
const pauseMs = 250;

/** What stands in a search box now, and the value it has in the address, which follows after a pause. */
export function useDebouncedInput(
  value: string,
  commit: (value: string) => void,
): [string, (typed: string) => void] {
  const router = useRouter();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Changed by somebody else (back, clear): what was typed gives way. An answer to our own change does not.
    if (value !== sent) {
      setTyped(value);
      setSent(value);
    }
  }
  const send = useEffectEvent(() => {
    if (typed === sent && typed === value) return;
    // Whoever has followed a link since is on their way to another page: they are not called back, nor does it search.
    if (router.latestLocation.pathname !== router.state.resolvedLocation?.pathname) return;
    setSent(typed);
    commit(typed);
  });
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(send, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return [typed, setTyped];
}
