import { useEffect, useState } from 'react';

type FindElement = () => Element | null | undefined;

/**
 * Returns a function that focuses an element once the pending state change has been rendered, which may take
 * more than a frame.
 */
export function useFocusLater(): (find: FindElement) => void {
  const [request, setRequest] = useState<{ find: FindElement } | null>(null);
  useEffect(() => {
    if (request) focusAfterFrame(request.find);
  }, [request]);
  return (find) => setRequest({ find });
}

/**
 * Focuses an element after the next frame, when the panel around it has taken the focus. Does nothing if the
 * user is already typing.
 */
function focusAfterFrame(find: FindElement): void {
  const typing = new AbortController();
  document.addEventListener('input', () => typing.abort(), { signal: typing.signal, capture: true });
  requestAnimationFrame(() => {
    if (typing.signal.aborted) return;
    typing.abort();
    const element = find();
    if (element instanceof HTMLElement) element.focus();
  });
}

/** Focuses the first editable input of a form, unless the user is already in the form. */
export function focusFirstInput(form: () => HTMLFormElement | null): void {
  focusAfterFrame(() => (form()?.contains(document.activeElement) ? null : findFirstInput(form())));
}

export function findFirstInput(form: HTMLFormElement | null): Element | null {
  return (
    form?.querySelector(
      'input:not([readonly], :disabled), select:not(:disabled), textarea:not([readonly])',
    ) ?? null
  );
}

/**
 * Moves the focus within a group whose entries (`li`) have changed: to the entry at the index, else to the
 * last entry, else to the group's first control.
 */
export function focusEntry(group: () => Element | null, index: number): void {
  focusAfterFrame(() => {
    const firstControl = (within: Element) =>
      within.querySelector('input:not(:disabled), select:not(:disabled), button:not(:disabled)');
    const groupElement = group();
    const entries = [...(groupElement?.querySelectorAll('li') ?? [])].flatMap(
      (entry) => firstControl(entry) ?? [],
    );
    return entries[index] ?? entries.at(-1) ?? (groupElement && firstControl(groupElement));
  });
}
