import '#src/testing/dom.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { toast } from '#src/lib/toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(cleanup);

test('the Tab key leads through a toast and on, not back to where it came from', async () => {
  const person = userEvent.setup();
  render(
    <>
      <button type="button">Before</button>
      <Toaster />
      <button type="button">After</button>
    </>,
  );
  toast('Saved');
  const said = await screen.findByText('Saved');
  screen.getByRole('button', { name: 'Before' }).focus();
  await person.tab();
  expect(document.activeElement?.contains(said)).toBe(true);
  await person.tab();
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
});
