import { useEffect, useState } from 'react';

type Find = () => Element | null | undefined;

/**
 * Gives a function that focuses what is found once that is drawn which was set together with the wish: on a slow
 * device it may take more than a frame.
 */
export function useFocusLater(): (find: Find) => void {
  const [wish, setWish] = useState<{ find: Find } | null>(null);
  useEffect(() => {
    if (wish) focusLater(wish.find);
  }, [wish]);
  return (find) => setWish({ find });
}

/**
 * Focuses what is found after the next frame: the panel around it has taken the focus by then. Whoever types by that
 * time is where they want to be.
 */
function focusLater(find: Find): void {
  const typing = new AbortController();
  document.addEventListener('input', () => typing.abort(), { signal: typing.signal, capture: true });
  requestAnimationFrame(() => {
    if (typing.signal.aborted) return;
    typing.abort();
    const found = find();
    if (found instanceof HTMLElement) found.focus();
  });
}

/** The first input of a form that can be typed in, unless somebody was quicker and is in the form already. */
export function focusFirstInput(form: () => HTMLFormElement | null): void {
  focusLater(() => (form()?.contains(document.activeElement) ? null : firstInput(form())));
}

export function firstInput(form: HTMLFormElement | null): Element | null {
  return (
    form?.querySelector(
      'input:not([readonly], :disabled), select:not(:disabled), textarea:not([readonly])',
    ) ?? null
  );
}

/**
 * Keeps the focus in a group whose entries (`li`) come and go: at the entry that stands in a place now, or the last
 * one before it; in a group without any at the first control that is left.
 */
export function focusEntry(group: () => Element | null, at: number): void {
  focusLater(() => {
    const first = (within: Element) =>
      within.querySelector('input:not(:disabled), select:not(:disabled), button:not(:disabled)');
    const all = group();
    const entries = [...(all?.querySelectorAll('li') ?? [])].flatMap((entry) => first(entry) ?? []);
    return entries[at] ?? entries.at(-1) ?? (all && first(all));
  });
}
