import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import '#src/testing/dom.ts';
import { afterEach, expect, test } from 'vitest';
import { ReferenceField } from './reference-field.tsx';

afterEach(cleanup);

const choices = ['Antwerp', 'Dublin', 'Harbour'].map((name) => ({ _id: name.toLowerCase(), name }));

function Field() {
  const [value, setValue] = useState<string | null>(null);
  return <ReferenceField label="Branch" value={value} choices={choices} onChange={setValue} />;
}

/** As keys come when the page is busy: one after the other, and nothing drawn between them. */
function typeAhead(input: HTMLInputElement, text: string): void {
  act(() => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
}

test('Enter takes what was typed, also ahead of the list', () => {
  render(<Field />);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Branch' });
  act(() => input.focus());
  typeAhead(input, 'harb');
  expect(input).toHaveValue('Harbour');
});

test('Enter takes nothing where nothing is found, and keeps what was typed', () => {
  render(<Field />);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Branch' });
  act(() => input.focus());
  typeAhead(input, 'riga');
  expect(input).toHaveValue('riga');
});
