import '#app/web/testing/dom.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { setNumberChoice, type NumberChoice } from '#platform/web/i18n/number-style.ts';
import { NumberField, type NumberInputValue } from './number-field.tsx';

afterEach(() => {
  cleanup();
  setNumberChoice('auto');
});

function Cost({ onValue }: { onValue(value: NumberInputValue): void }) {
  const [value, setValue] = useState<NumberInputValue>(null);
  return (
    <NumberField
      label="Cost"
      unit="GBP"
      value={value}
      onChange={(next) => {
        setValue(next);
        onValue(next);
      }}
    />
  );
}

test.each<[NumberChoice, string, number, string]>([
  ['point', '0,750', 0.75, '0.75'],
  ['point', '1,250', 1250, '1250'],
  ['comma', '1,250', 1.25, '1,25'],
  ['comma', '1.250', 1250, '1250'],
  ['space', '1.250', 1.25, '1,25'],
  ['point', '2*12', 24, '24'],
])(
  'with the number format %s, %s is parsed as %d and shown as %s after blur',
  async (choice, text, value, displayed) => {
    setNumberChoice(choice);
    const values: NumberInputValue[] = [];
    render(<Cost onValue={(next) => values.push(next)} />);
    const field = screen.getByLabelText('Cost');
    await userEvent.type(field, text);
    expect(field).toHaveValue(text);
    await userEvent.tab();
    expect(field).toHaveValue(displayed);
    expect(values.at(-1)).toBe(value);
  },
);

test('text that is not a number stays as entered', async () => {
  const values: NumberInputValue[] = [];
  render(<Cost onValue={(next) => values.push(next)} />);
  await userEvent.type(screen.getByLabelText('Cost'), '3o');
  await userEvent.tab();
  expect(screen.getByLabelText('Cost')).toHaveValue('3o');
  expect(values.at(-1)).toBe('3o');
});
