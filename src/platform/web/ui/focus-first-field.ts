/**
 * Focuses the first empty field of an opening dialog, or the first field, instead of its Close button. Not on
 * touch screens, where a keyboard would cover the form.
 */
export function focusFirstField(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLElement) || window.matchMedia('(pointer: coarse)').matches) return;
  const fields = [
    ...target.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      'input:not([type="checkbox"], [type="file"]), select, textarea',
    ),
  ].filter((field) => !field.disabled);
  const field = fields.find(({ value }) => value === '') ?? fields[0];
  if (!field) return;
  event.preventDefault();
  field.focus();
}
