import { cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Dialog, DialogContent } from './dialog.tsx';

afterEach(cleanup);

function ConfirmationDialog() {
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

it('the second press of the double click that opened a dialog doesn’t close it; later or distant presses do', async () => {
  render(<ConfirmationDialog />);
  const nextTask = () => new Promise((resolve) => setTimeout(resolve));
  /** Presses an element as if `laterMs` had passed. */
  const press = async (target: Element, { laterMs = 0, x = 0 } = {}) => {
    const down = createEvent.pointerDown(target, { button: 0, pointerType: 'mouse' });
    Object.defineProperty(down, 'timeStamp', { value: down.timeStamp + laterMs });
    Object.defineProperties(down, { clientX: { value: x }, clientY: { value: 0 } });
    fireEvent(target, down);
    fireEvent.click(target);
    // A dialog starts listening for outside presses in the next task, and closes in the task after a press.
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
])(
  'closing a dialog by a double click of a %s doesn’t press the element below it',
  async (pointerType, detail) => {
    const pressed: string[] = [];
    render(
      <>
        <button type="button" onClick={() => pressed.push('below')}>
          Below
        </button>
        <ConfirmationDialog />
      </>,
    );
    const press = (target: Element, x: number, clickCount: number) => {
      const click = createEvent.click(target, { clientX: x, clientY: 40, detail: clickCount });
      Object.defineProperty(click, 'pointerType', { value: pointerType });
      fireEvent(target, click);
    };
    const buttonBelow = screen.getByText('Below');
    press(screen.getByRole('button', { name: 'Approve' }), 600, 1);
    const dialog = await screen.findByRole('dialog', { name: 'Approve it?' });
    press(within(dialog).getByRole('button', { name: 'Close' }), 300, 1);
    expect(dialog.isConnected).toBe(false);
    press(buttonBelow, 304, detail);
    expect(pressed).toEqual([]);
    // A distant or later press is a separate one.
    press(buttonBelow, 80, 1);
    expect(pressed).toEqual(['below']);
    await new Promise((resolve) => setTimeout(resolve, 600));
    press(buttonBelow, 300, detail);
    expect(pressed).toEqual(['below', 'below']);
  },
);
