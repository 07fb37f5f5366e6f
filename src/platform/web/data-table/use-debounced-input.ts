import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

/** Delay before the URL is updated, to avoid a request and a history entry per keystroke. */
const debounceMs = 250;

/** Manages a search box's text and its committed value in the URL, which is updated after a pause. */
export function useDebouncedInput(
  value: string,
  commit: (value: string) => void,
): [string, (text: string) => void] {
  const router = useRouter();
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [committedValue, setCommittedValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    // An external change (back, clear) replaces the text; a commit from here doesn't.
    if (value !== committedValue) {
      setText(value);
      setCommittedValue(value);
    }
  }
  const commitText = useEffectEvent(() => {
    if (text === committedValue && text === value) return;
    // After navigation has started, the pending commit is dropped.
    if (router.latestLocation.pathname !== router.state.resolvedLocation?.pathname) return;
    setCommittedValue(text);
    commit(text);
  });
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(commitText, debounceMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return [text, setText];
}
