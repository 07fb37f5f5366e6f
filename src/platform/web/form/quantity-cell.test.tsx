import '#app/web/testing/dom.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { beginSession } from '#platform/web/session/session.ts';
import { readUser } from '#platform/web/session/read-user.ts';
import { CellGrid } from './cell-grid.tsx';
import { QuantityCell } from './quantity-cell.tsx';

afterEach(cleanup);

let user = userEvent.setup();
beforeEach(() => {
  user = userEvent.setup();
});

/** Three rows with the state of a screen. */
function Sheet({ start = [null, null, null] }: { start?: (number | null)[] }) {
  const [values, setValues] = useState(start);
  const names = ['Rice', 'Flour', 'Milk'];
  return (
    <div data-quantity-grid>
      {names.map((name, row) => (
        <QuantityCell
          key={name}
          label={name}
          unit="bag"
          column="order"
          value={values[row] ?? null}
          suggestion={row === 0 ? 6 : null}
          hasSteps={row === 2}
          warn={(value) => (value !== null && value > 100 ? `${value} bags: usually 4` : null)}
          onCommit={(value) =>
            setValues((current) => current.map((other, index) => (index === row ? value : other)))
          }
        />
      ))}
      <button type="button" onClick={() => setValues([1, 2, 3])}>
        Fill
      </button>
      <output>{JSON.stringify(values)}</output>
    </div>
  );
}

const getCell = (name: string) => screen.getByLabelText<HTMLInputElement>(`${name} (bag)`);
const getValues = () => JSON.parse(screen.getByRole('status').textContent) as (number | null)[];

test('Enter moves down the column, Shift+Enter up', async () => {
  render(<Sheet />);
  await user.click(getCell('Rice'));
  await user.keyboard('4{Enter}2.5{Enter}');
  expect(getValues()).toEqual([4, 2.5, null]);
  expect(getCell('Milk')).toHaveFocus();
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(getCell('Flour')).toHaveFocus();
  await user.keyboard('7{Enter}'); // The previous value was selected, so typing replaced it.
  expect(getValues()).toEqual([4, 7, null]);
});

test('Tab commits the typed text and evaluates arithmetic', async () => {
  render(<Sheet />);
  await user.click(getCell('Rice'));
  await user.keyboard('2*12{Tab}');
  expect(getValues()[0]).toBe(24);
  expect(getCell('Rice')).toHaveValue('24');
});

test('a cleared cell is empty, not 0', async () => {
  render(<Sheet start={[4, null, null]} />);
  await user.click(getCell('Rice'));
  await user.keyboard('{Backspace}{Enter}');
  expect(getValues()[0]).toBeNull();
});

test('invalid text stays in the cell with its error and is not committed', async () => {
  render(<Sheet start={[4, null, null]} />);
  await user.click(getCell('Rice'));
  await user.keyboard('4 bags{Enter}');
  expect(getValues()[0]).toBe(4);
  expect(getCell('Rice')).toHaveValue('4 bags');
  expect(getCell('Rice')).toBeInvalid();
  expect(getCell('Rice')).toHaveAccessibleDescription(/Enter a number/);
  await user.click(screen.getByRole('button', { name: 'Fill' }));
  expect(getCell('Rice')).toHaveValue('1');
  expect(getCell('Rice')).toBeValid();
});

test('Escape restores the previous value', async () => {
  render(<Sheet start={[4, null, null]} />);
  await user.click(getCell('Rice'));
  await user.keyboard('9{Escape}{Enter}');
  expect(getValues()[0]).toBe(4);
});

test('the first Escape restores the value and leaves the surrounding panel open, the second closes it', async () => {
  function Panel() {
    const [isOpen, setOpen] = useState(true);
    return (
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <SheetContent title="Order">
          <Sheet start={[4, null, null]} />
        </SheetContent>
      </Dialog>
    );
  }
  render(<Panel />);
  await user.click(await screen.findByLabelText('Rice (bag)'));
  await user.keyboard('9{Escape}');
  expect(getCell('Rice')).toHaveValue('4');
  expect(getCell('Rice')).toHaveFocus();
  expect(getValues()[0]).toBe(4);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('accepts the suggestion with one key', async () => {
  render(<Sheet />);
  await user.click(getCell('Rice'));
  await user.keyboard('=');
  expect(getValues()[0]).toBe(6);
});

test('flags an unusual quantity without rejecting it', async () => {
  render(<Sheet />);
  await user.click(getCell('Rice'));
  await user.keyboard('200{Enter}');
  expect(getValues()[0]).toBe(200);
  expect(getCell('Rice')).toHaveAccessibleDescription('200 bags: usually 4');
});

test('a pasted column fills down', async () => {
  render(<Sheet />);
  await user.click(getCell('Rice'));
  await user.paste('3\r\n\r\n2,5\textra\r\n');
  expect(getValues()).toEqual([3, null, 2.5]);
});

test('the minus button is disabled at zero', async () => {
  render(<Sheet />);
  const increase = screen.getByRole('button', { name: 'Increase by 1: Milk' });
  const decrease = screen.getByRole('button', { name: 'Decrease by 1: Milk' });
  expect(decrease).toBeDisabled();
  await user.click(increase);
  await user.click(increase);
  await user.click(decrease);
  expect(getValues()[2]).toBe(1);
});

test('values set externally appear in the cells', async () => {
  render(<Sheet />);
  await user.click(screen.getByRole('button', { name: 'Fill' }));
  expect([getCell('Rice').value, getCell('Flour').value, getCell('Milk').value]).toEqual(['1', '2', '3']);
});

function signIn(): void {
  const profile = readUser({ _id: 'u1', name: 'Ada', email: 'ada@example.com', role: 'admin' });
  if (profile) beginSession('t1', profile);
}

/** A list that unmounts its first row when its cell loses the focus, like a windowed one. */
function WindowedList({ reveal = false, commitOn }: { reveal?: boolean; commitOn?: 'leave' }) {
  const [value, setValue] = useState<number | null>(null);
  const [isRendered, setRendered] = useState(true);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    const unmountRow = () => flushSync(() => setRendered(false));
    element?.addEventListener('focusout', unmountRow);
    return () => element?.removeEventListener('focusout', unmountRow);
  }, []);
  const revealRow = () => {
    if (reveal) flushSync(() => setRendered(true));
    return reveal;
  };
  return (
    <CellGrid name="test" reveal={revealRow}>
      <div ref={list}>
        {isRendered ? (
          <QuantityCell
            label="Rice"
            column="order"
            cell="rice"
            value={value}
            {...(commitOn && { commitOn })}
            onCommit={setValue}
          />
        ) : null}
      </div>
      <input aria-label="Elsewhere" />
      <button type="button" onClick={() => setRendered(true)}>
        Scroll back
      </button>
      <Button variant="primary">Submit</Button>
      <output>{JSON.stringify(value)}</output>
    </CellGrid>
  );
}

const getRiceInput = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Rice' });

test.each([undefined, 'leave'] as const)(
  'a value typed into a row that scrolls away on blur is committed (on %s)',
  async (commitOn) => {
    signIn();
    render(<WindowedList {...(commitOn && { commitOn })} />);
    await user.click(getRiceInput());
    await user.keyboard('7');
    if (commitOn === undefined) expect(screen.getByRole('status')).toHaveTextContent('7');
    await user.click(screen.getByRole('textbox', { name: 'Elsewhere' }));
    expect(screen.queryByRole('textbox', { name: 'Rice' })).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent('7');
    await user.click(screen.getByRole('button', { name: 'Scroll back' }));
    expect(getRiceInput()).toHaveValue('7');
  },
);

test('invalid text is stored while its row is not rendered, and the primary button focuses it', async () => {
  signIn();
  render(<WindowedList reveal />);
  await user.click(getRiceInput());
  await user.keyboard('3o');
  expect(screen.getByRole('status')).toHaveTextContent('null');
  await user.click(screen.getByRole('textbox', { name: 'Elsewhere' }));
  expect(screen.queryByRole('textbox', { name: 'Rice' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(getRiceInput()).toHaveFocus();
  expect(getRiceInput()).toHaveValue('3o');
  await user.clear(getRiceInput());
  await user.keyboard('3');
  expect(screen.getByRole('status')).toHaveTextContent('3');
});
