import '#app/web/testing/dom.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { NumberPad } from './number-pad.tsx';
import { QuantityCell } from './quantity-cell.tsx';

afterEach(cleanup);

const commits = vi.fn();

function Sheet() {
  return (
    <div data-quantity-grid>
      {['Rice', 'Flour'].map((label) => (
        <QuantityCell
          key={label}
          hasPad
          label={label}
          column="order"
          value={null}
          suggestion={5}
          onCommit={(value) => commits(label, value)}
        />
      ))}
      <QuantityCell label="Elsewhere" column="other" value={null} onCommit={() => undefined} />
      <NumberPad />
    </div>
  );
}

const key = (name: string) => screen.getByRole('button', { name });

test("the pad enters sums, moves between cells, accepts suggestions, and suppresses the device's keyboard", async () => {
  const user = userEvent.setup();
  render(<Sheet />);
  const [rice, flour] = [
    screen.getByLabelText<HTMLInputElement>('Rice'),
    screen.getByLabelText<HTMLInputElement>('Flour'),
  ];
  expect(screen.queryByRole('group', { name: 'Number pad' })).toBeNull();

  await user.click(rice);
  expect(rice.inputMode).toBe('none');
  for (const name of ['2', 'Times', '1', '3', 'Delete the last digit', '2']) await user.click(key(name));
  expect(rice.value).toBe('2*12');
  await user.click(key('Next quantity'));
  expect(commits).toHaveBeenLastCalledWith('Rice', 24);
  expect(document.activeElement).toBe(flour);

  await user.click(key('Use the suggestion'));
  expect(commits).toHaveBeenLastCalledWith('Flour', 5);
  // A physical keyboard still works.
  await user.keyboard('7{Shift>}{Enter}{/Shift}');
  expect(commits).toHaveBeenLastCalledWith('Flour', 7);
  expect(document.activeElement).toBe(rice);

  await user.click(key('Hide the number pad'));
  expect(screen.queryByRole('group', { name: 'Number pad' })).toBeNull();
  await user.click(screen.getByLabelText('Elsewhere'));
  expect(screen.queryByRole('group', { name: 'Number pad' })).toBeNull();
});
