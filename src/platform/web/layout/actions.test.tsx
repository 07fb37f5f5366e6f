import '#app/web/testing/dom.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Actions, SecondaryAction } from './actions.tsx';

afterEach(cleanup);

describe('page actions', () => {
  test('are next to the primary one and in a menu, with the same effect', async () => {
    const user = userEvent.setup();
    const print = vi.fn();
    render(
      <Actions secondaryActions={<SecondaryAction onSelect={print}>Print</SecondaryAction>}>
        <button type="button">New order</button>
      </Actions>,
    );
    await user.click(screen.getByRole('button', { name: 'Print' }));
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(2);
    screen.getByRole('button', { name: 'New order' });
  });

  test('do nothing while blocked, including from the menu', async () => {
    const user = userEvent.setup();
    const suspend = vi.fn();
    render(
      <Actions
        secondaryActions={
          <SecondaryAction disabledReason="The last one stays." onSelect={suspend}>
            Suspend
          </SecondaryAction>
        }
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Suspend' }));
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Suspend' }));
    expect(suspend).not.toHaveBeenCalled();
  });
});
