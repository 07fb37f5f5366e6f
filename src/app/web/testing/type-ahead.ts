import { act } from '@testing-library/react';

/** Types and presses Enter without waiting for deferred rendering, as on a busy page. */
export function typeAhead(input: HTMLInputElement, text: string): void {
  act(() => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
}
