import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '#app/web/testing/dom.ts';
import { CheckCell } from './row-check.tsx';

afterEach(cleanup);

test('clicking anywhere in the cell selects its row, and Shift-clicking selects a range', () => {
  const onChange = vi.fn();
  render(
    <table>
      <tbody>
        <tr>
          <CheckCell as="td" className="" label="Select Rice" isChecked={false} onChange={onChange} />
        </tr>
      </tbody>
    </table>,
  );
  fireEvent.click(screen.getByRole('cell'));
  expect(onChange).toHaveBeenLastCalledWith(true, false);
  fireEvent.click(screen.getByRole('cell'), { shiftKey: true });
  expect(onChange).toHaveBeenLastCalledWith(true, true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Rice' }));
  expect(onChange).toHaveBeenCalledTimes(3);
});
