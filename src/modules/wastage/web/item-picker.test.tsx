import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import '#app/web/testing/dom.ts';
import { afterEach, expect, test } from 'vitest';
import { typeAhead } from '#app/web/testing/type-ahead.ts';
import { ItemPicker } from '#modules/items/web/item-picker.tsx';
import type { LocationItem } from '#modules/items/web/location-items.ts';

afterEach(cleanup);

const items = ['Bread flour', 'Butter', 'Whole milk', 'Basil pesto', 'Basil'].map(
  (name, index): LocationItem => ({
    _id: name,
    itemCode: `IT-00${index}`,
    name,
    nameAlt: null,
    barcodes: [`500000000000${index}`],
    units: [],
    stock: { onHand: null, avgCost: null },
  }),
);

function TestPicker() {
  const [chosen, setChosen] = useState<LocationItem | null>(null);
  const control = { id: 'item', 'aria-describedby': undefined, 'aria-invalid': false };
  return (
    <>
      <label htmlFor="item">Item</label>
      <ItemPicker<LocationItem>
        items={items}
        chosen={chosen}
        onChoose={setChosen}
        control={control}
        input={null}
      />
    </>
  );
}

function renderPicker(): HTMLInputElement {
  render(<TestPicker />);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Item' });
  act(() => input.focus());
  return input;
}

test.each([
  ['milk', 'Whole milk'],
  ['basil', 'Basil'],
  ['basil p', 'Basil pesto'],
  ['IT-001', 'Butter'],
  ['5000000000000', 'Bread flour'],
])('selects the match on Enter (%s), even before the list has loaded', (text, name) => {
  const input = renderPicker();
  typeAhead(input, text);
  expect(input).toHaveValue(name);
  expect(input).toHaveAttribute('aria-expanded', 'false');
});

test('replaces the first item with a second one typed ahead', () => {
  const input = renderPicker();
  typeAhead(input, 'bread');
  typeAhead(input, 'butter');
  expect(input).toHaveValue('Butter');
});

test('selects nothing on Enter if there is no match, and keeps the text', () => {
  const input = renderPicker();
  typeAhead(input, 'caviar');
  expect(input).toHaveValue('caviar');
});
