import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

/** Delay before the URL is updated, to avoid a request and a history entry per keystroke. */
const debounceMs = 250;

/** Manages a search box's text and its committed value in the URL, which is updated after a pause. */
export function useDebouncedInput(
  value: string,
  commit: (value: string) => void,
): [string, (typed: string) => void] {
  const router = useRouter();
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [committed, setCommitted] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    // An external change (back, clear) replaces the text; our own commit does not.
    if (value !== committed) {
      setTyped(value);
      setCommitted(value);
    }
  }
  const commitTyped = useEffectEvent(() => {
    if (typed === committed && typed === value) return;
    // After navigation has started, the pending commit is dropped.
    if (router.latestLocation.pathname !== router.state.resolvedLocation?.pathname) return;
    setCommitted(typed);
    commit(typed);
  });
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(commitTyped, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return [typed, setTyped];
}
