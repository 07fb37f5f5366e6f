/** Focuses what is found after the next frame: the panel around it has taken the focus, and what is wrong is drawn. */
export function focusLater(find: () => Element | null | undefined): void {
  requestAnimationFrame(() => {
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
