import { useEffect, useState } from 'react';

type Find = () => Element | null | undefined;

/**
 * Returns a function that focuses an element after the state change made with it has rendered, which may take
 * more than a frame.
 */
export function useFocusLater(): (find: Find) => void {
  const [wish, setWish] = useState<{ find: Find } | null>(null);
  useEffect(() => {
    if (wish) focusLater(wish.find);
  }, [wish]);
  return (find) => setWish({ find });
}

/**
 * Focuses an element after the next frame, when the panel around it has taken the focus. Skipped if the user
 * is typing already.
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

/** Focuses the first editable input of a form, unless the user is already in the form. */
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
 * Keeps the focus in a group whose entries (`li`) change: at the entry with the same index or the last one
 * before it; in an empty group at the first remaining control.
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
