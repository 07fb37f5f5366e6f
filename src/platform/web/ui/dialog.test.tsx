import { cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Dialog, DialogContent } from './dialog.tsx';

afterEach(cleanup);

function Question() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Approve
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent title="Approve it?" />
      </Dialog>
    </>
  );
}

it('stays open for the second press of a double click, and closes for a later one and for one elsewhere', async () => {
  render(<Question />);
  const nextTask = () => new Promise((resolve) => setTimeout(resolve));
  /** Presses an element that many ms from now. */
  const press = async (target: Element, { laterMs = 0, x = 0 } = {}) => {
    const down = createEvent.pointerDown(target, { button: 0, pointerType: 'mouse' });
    Object.defineProperty(down, 'timeStamp', { value: down.timeStamp + laterMs });
    Object.defineProperties(down, { clientX: { value: x }, clientY: { value: 0 } });
    fireEvent(target, down);
    fireEvent.click(target);
    // A dialog listens for outside presses from the next task on, and closes in the one after them.
    await nextTask();
    await nextTask();
  };
  await press(screen.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve it?' });
  await nextTask();
  await press(document.body);
  expect(dialog.isConnected).toBe(true);
  await press(document.body, { laterMs: 1000 });
  await waitFor(() => expect(dialog.isConnected).toBe(false));

  await press(screen.getByRole('button', { name: 'Approve' }));
  const reopened = await screen.findByRole('dialog', { name: 'Approve it?' });
  await nextTask();
  await press(document.body, { x: 700 });
  await waitFor(() => expect(reopened.isConnected).toBe(false));
});

it.each([
  ['mouse', 2],
  ['touch', 1],
])('closing it by a double click of a %s presses nothing below it', async (pointerType, detail) => {
  const pressed: string[] = [];
  render(
    <>
      <button type="button" onClick={() => pressed.push('beneath')}>
        Beneath
      </button>
      <Question />
    </>,
  );
  const press = (target: Element, x: number, nth: number) => {
    const click = createEvent.click(target, { clientX: x, clientY: 40, detail: nth });
    Object.defineProperty(click, 'pointerType', { value: pointerType });
    fireEvent(target, click);
  };
  const beneath = screen.getByText('Beneath');
  press(screen.getByRole('button', { name: 'Approve' }), 600, 1);
  const dialog = await screen.findByRole('dialog', { name: 'Approve it?' });
  press(within(dialog).getByRole('button', { name: 'Close' }), 300, 1);
  expect(dialog.isConnected).toBe(false);
  press(beneath, 304, detail);
  expect(pressed).toEqual([]);
  // Elsewhere or later, it is a separate press.
  press(beneath, 80, 1);
  expect(pressed).toEqual(['beneath']);
  await new Promise((resolve) => setTimeout(resolve, 600));
  press(beneath, 300, detail);
  expect(pressed).toEqual(['beneath', 'beneath']);
});
