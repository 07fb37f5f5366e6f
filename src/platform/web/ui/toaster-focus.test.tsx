import '#app/web/testing/dom.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { toast } from '#platform/web/toast.ts';
import { Dialog, DialogContent } from './dialog.tsx';
import { Toaster } from './toaster.tsx';

afterEach(cleanup);

test('the Tab key moves through a toast to the next element, not back to the previous one', async () => {
  const user = userEvent.setup();
  render(
    <>
      <button type="button">Before</button>
      <Toaster />
      <button type="button">After</button>
    </>,
  );
  toast('Saved');
  const toastText = await screen.findByText('Saved');
  screen.getByRole('button', { name: 'Before' }).focus();
  await user.tab();
  expect(document.activeElement?.contains(toastText)).toBe(true);
  await user.tab();
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
});

test('pressing Undo while a dialog is open leaves the dialog open', async () => {
  // `pointer-events` styles are tested in a browser (`e2e/toasts.live.spec.ts`).
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  let undoCount = 0;
  let isOpen = true;
  render(
    <>
      <Dialog open onOpenChange={(next) => (isOpen = next)}>
        <DialogContent title="Count" />
      </Dialog>
      <Toaster />
      <p>Elsewhere</p>
    </>,
  );
  await screen.findByRole('dialog', { name: 'Count' });
  toast('Started over', { undo: { label: 'Undo', run: () => undoCount++ } });
  // Presses away from the opener don't count as a double click.
  const press = (target: Element) =>
    user.pointer({ keys: '[MouseLeft]', target, coords: { clientX: 500, clientY: 500 } });
  await press(await screen.findByRole('button', { name: 'Undo', hidden: true }));
  expect([undoCount, isOpen]).toEqual([1, true]);
  // Not the body: other tests have cached its styles.
  await press(screen.getByText('Elsewhere'));
  expect(isOpen).toBe(false);
});
