import '#app/web/testing/dom.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { formatDay } from '#platform/web/format/format.ts';
import { DateInput } from './date-input.tsx';

it('shows the date in the format of lists, and in the browser’s format while focused', async () => {
  const onChange = vi.fn();
  render(
    <DateInput aria-label="Delivery" value="2026-11-23" onChange={(event) => onChange(event.target.value)} />,
  );
  const field = screen.getByLabelText('Delivery');
  expect(field).toHaveValue('2026-11-23');
  expect(screen.getByText(formatDay('2026-11-23'))).toBeVisible();
  await userEvent.click(field);
  expect(screen.getByText(formatDay('2026-11-23'))).not.toBeVisible();
  fireEvent.change(field, { target: { value: '2026-12-01' } });
  expect(onChange).toHaveBeenCalledWith('2026-12-01');
  await userEvent.tab();
  expect(screen.getByText(formatDay('2026-11-23'))).toBeVisible();
});

it('shows a dash when empty', () => {
  render(<DateInput aria-label="Delivery" value="" onChange={() => undefined} />);
  expect(screen.getByText('–')).toBeVisible();
});
