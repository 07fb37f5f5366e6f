import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import '#app/web/testing/dom.ts';
import { afterEach, expect, test } from 'vitest';
import { typeAhead } from '#app/web/testing/type-ahead.ts';
import { ReferenceField } from './reference-field.tsx';

afterEach(cleanup);

const choices = ['Antwerp', 'Dublin', 'Harbour'].map((name) => ({ _id: name.toLowerCase(), name }));

function Field() {
  const [value, setValue] = useState<string | null>(null);
  return <ReferenceField label="Branch" value={value} choices={choices} onChange={setValue} />;
}

test('Enter selects the match of the typed text, even if the list has not been updated yet', () => {
  render(<Field />);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Branch' });
  act(() => input.focus());
  typeAhead(input, 'harb');
  expect(input).toHaveValue('Harbour');
});

test('Enter selects nothing without a match, and the typed text stays', () => {
  render(<Field />);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Branch' });
  act(() => input.focus());
  typeAhead(input, 'riga');
  expect(input).toHaveValue('riga');
});
