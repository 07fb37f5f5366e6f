import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { endSession } from '#platform/web/session/session.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

async function openForm(path: string) {
  const app = await renderApp(path, { as: 'admin' });
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Save' });
  return { ...app, dialog };
}

describe('a new row', () => {
  it('focuses its first field, is saved with Enter, and is shown', async () => {
    const app = await renderApp('/units', { as: 'admin' });
    await app.user.click(await screen.findByRole('link', { name: 'New unit' }));
    const name = await screen.findByRole('textbox', { name: /^Name\b(?! in)/ });
    await waitFor(() => expect(name).toHaveFocus());
    await app.user.type(name, 'Pallet');
    await app.user.type(screen.getByRole('textbox', { name: /Symbol/ }), 'plt');
    await app.user.selectOptions(screen.getByRole('combobox', { name: /Dimension/ }), 'Count');
    const factor = screen.getByRole('textbox', { name: 'Factor' });
    await app.user.clear(factor);
    await app.user.type(factor, '480{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Pallet' })).toHaveTextContent('480');
    expect(app.path()).not.toContain('row=new');
  });

  it('shows an error for each missing value, and focuses the first', async () => {
    const app = await openForm('/units?row=new');
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    const name = await screen.findByRole('textbox', { name: /^Name\b(?! in)/ });
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toHaveAccessibleDescription('This field is required');
    expect(screen.getByRole('combobox', { name: /Dimension/ })).toHaveAccessibleDescription(
      'This field is required',
    );
    await app.user.type(screen.getByRole('textbox', { name: /Symbol/ }), 'a b');
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: /Symbol/ })).toHaveAccessibleDescription(
        'Spaces aren’t allowed',
      ),
    );
  });

  it('focuses the first invalid field even if that field renders a frame later', async () => {
    const app = await openForm('/units?row=new');
    const name = await screen.findByRole('textbox', { name: /^Name\b(?! in)/ });
    await waitFor(() => expect(name).toHaveFocus());
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => {
      draw(performance.now());
      return 0;
    });
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(name).toHaveFocus());
  });

  it('shows a server error next to its field', async () => {
    const app = await openForm('/units?row=new');
    await app.user.type(await screen.findByRole('textbox', { name: /^Name\b(?! in)/ }), 'Kilo again');
    await app.user.type(screen.getByRole('textbox', { name: /Symbol/ }), 'kg');
    await app.user.selectOptions(screen.getByRole('combobox', { name: /Dimension/ }), 'Mass');
    await app.user.keyboard('{Control>}s{/Control}');
    const symbol = screen.getByRole('textbox', { name: /Symbol/ });
    await waitFor(() =>
      expect(symbol).toHaveAccessibleDescription('Kilogram already uses this value. Enter another one.'),
    );
    await waitFor(() => expect(symbol).toHaveFocus());
  });
});

describe('a change', () => {
  it('sends the changed fields, and asks before discarding them', async () => {
    const app = await openForm(`/units?row=${ids.units.case}&edit=true`);
    const name = await screen.findByRole('textbox', { name: /^Name\b(?! in)/ });
    await app.user.type(name, ' of 12');
    await app.user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeInTheDocument();
    // Enter keeps the input.
    expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await app.user.keyboard('{Enter}');
    await app.user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Case of 12' })).toBeInTheDocument();
  });

  it('closes with Esc without asking if nothing was entered', async () => {
    const app = await openForm('/units?row=new');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.path()).toBe('/units');
  });

  it('lets the user choose after a version conflict', async () => {
    const app = await openForm(`/units?row=${ids.units.case}&edit=true`);
    const calls = await apiAs(mock.api, 'admin');
    await calls('PUT', `/units/${ids.units.case}`, { name: 'Crate', symbol: 'crt' });
    const name = await screen.findByRole('textbox', { name: /^Name\b(?! in)/ });
    await app.user.clear(name);
    await app.user.type(name, 'Carton');
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByRole('row', { name: 'Name Crate Carton' })).toBeInTheDocument();
    await app.user.click(within(notice).getByRole('button', { name: 'Keep mine' }));
    const panel = await screen.findByRole('dialog', { name: 'Carton' });
    expect(panel).toHaveTextContent('crt');
  });
});

describe('an open form while other users change the list', () => {
  it('stays open with its input if its row is archived and then deleted', async () => {
    const calls = await apiAs(mock.api, 'admin');
    const { _id } = await calls('POST', '/brands', { name: 'Aurora' });
    const path = `/brands/${String(_id)}`;
    const app = await openForm(`/brand?row=${String(_id)}&edit=true`);
    const name = await nameField();
    await app.user.type(name, ' Blue');
    for (const change of [() => calls('PUT', path, { isActive: false }), () => calls('DELETE', path)]) {
      await change();
      await app.queryClient.invalidateQueries({ queryKey: ['brands_data'] });
      await waitFor(() => expect(screen.queryByRole('link', { name: 'Aurora' })).toBeNull());
      expect(screen.getByRole('textbox', { name: /^Name\b(?! in)/ })).toBe(name);
      expect(name).toHaveValue('Aurora Blue');
    }
  });

  it('shows their changes until the user starts typing; then reports a conflict on saving', async () => {
    const calls = await apiAs(mock.api, 'admin');
    const app = await openForm(`/units?row=${ids.units.case}&edit=true`);
    const name = await nameField();
    const change = async (newName: string) => {
      await calls('PUT', `/units/${ids.units.case}`, { name: newName });
      await app.queryClient.invalidateQueries({ queryKey: ['units_data'] });
    };
    await change('Crate');
    await waitFor(() => expect(name).toHaveValue('Crate'));
    await app.user.type(name, ' of 12');
    await change('Box');
    expect(name).toHaveValue('Crate of 12');
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByRole('row', { name: 'Name Box Crate of 12' })).toBeInTheDocument();
    await change('Carton');
    expect(screen.getByRole('alert')).toBe(notice);
    expect(name).toHaveValue('Crate of 12');
  });
});

const nameField = () => screen.findByRole('textbox', { name: /^Name\b(?! in)/ });
const editPath = `/units?row=${ids.units.case}&edit=true`;

describe('unsaved input is kept after its form was closed', () => {
  /** Enters a name and ends the session before it is saved. */
  async function closeWithUnsavedName(path: string, enteredName: string) {
    const app = await openForm(path);
    const name = await nameField();
    await app.user.clear(name);
    await app.user.type(name, enteredName);
    endSession('expired');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    app.unmount();
  }

  it('until the same user opens the form again and saves it', async () => {
    await closeWithUnsavedName(editPath, 'Crate of 12');
    const other = await renderApp(editPath, { as: 'master' });
    expect(await nameField()).toHaveValue('Case');
    other.unmount();

    const app = await openForm(editPath);
    expect(await screen.findByText(/^Unsaved changes from .+ restored\.$/)).toBeInTheDocument();
    expect(await nameField()).toHaveValue('Crate of 12');
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Crate of 12' })).toBeInTheDocument();
    await app.user.click(await screen.findByRole('button', { name: 'Edit' }));
    await nameField();
    expect(screen.queryByText(/unsaved changes/)).toBeNull();
  });

  it('until it is discarded in the notice or when leaving the form', async () => {
    await closeWithUnsavedName('/units?row=new', 'Pallet');
    const app = await openForm('/units?row=new');
    await app.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await nameField()).toHaveValue(''));
    await app.user.type(await nameField(), 'Tray');
    await app.user.keyboard('{Escape}');
    await app.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    app.unmount();
    await openForm('/units?row=new');
    expect(await nameField()).toHaveValue('');
  });

  it('and the user can choose after a conflicting change', async () => {
    await closeWithUnsavedName(editPath, 'Carton');
    const calls = await apiAs(mock.api, 'admin');
    await calls('PUT', `/units/${ids.units.case}`, { name: 'Crate', symbol: 'crt' });
    const app = await openForm(editPath);
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByRole('row', { name: 'Name Crate Carton' })).toBeInTheDocument();
    await app.user.click(within(notice).getByRole('button', { name: 'Keep mine' }));
    // The restored input can be edited further.
    expect(await nameField()).toHaveValue('Carton');
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Carton' })).toHaveTextContent('crt');
  });

  it('and is saved as one row even if the first response was lost', async () => {
    const app = await openForm('/units?row=new');
    await app.user.type(await nameField(), 'Pallet');
    await app.user.type(screen.getByRole('textbox', { name: /Symbol/ }), 'plt');
    await app.user.selectOptions(screen.getByRole('combobox', { name: /Dimension/ }), 'Count');
    mock.api.fail({ fault: 'cut-after-send', method: 'POST', match: '/units', times: 1 });
    await app.user.dblClick(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/This form can’t be saved offline/)).toHaveTextContent(
      /^Network connection failed/,
    );
    endSession('expired');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    app.unmount();

    const reopened = await openForm('/units?row=new');
    expect(await nameField()).toHaveValue('Pallet');
    await reopened.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Pallet' })).toBeInTheDocument();
    const calls = await apiAs(mock.api, 'admin');
    expect(await calls('GET', '/units?q=pallet')).toHaveLength(1);
  });
});

describe('a collapsed section', () => {
  const findSectionButton = async () => screen.findByRole('button', { name: 'Goods receipt' });

  it('is opened with the keyboard, and has a summary when it is collapsed', async () => {
    const app = await openForm('/procurements/settings/supplier?row=new');
    const toggle = await findSectionButton();
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(toggle).toHaveAccessibleDescription('Not set');
    expect(screen.queryByRole('textbox', { name: /Price tolerance/ })).toBeNull();
    toggle.focus();
    await app.user.keyboard('{Enter}{Tab}5{Tab}{Tab}{Tab}{Tab}0');
    expect(within(screen.getByRole('group', { name: 'Goods receipt' })).getAllByRole('textbox')).toHaveLength(
      5,
    );
    await app.user.click(toggle);
    expect(toggle).toHaveAccessibleDescription('Over-receipt tolerance (%): 5 · Price tolerance (%): 0');
    expect(screen.queryByRole('textbox', { name: /Price tolerance/ })).toBeNull();
  });

  it('opens at every attempt to save if a field is invalid, and focuses that field', async () => {
    const app = await openForm('/procurements/settings/supplier?row=new');
    await app.user.type(await screen.findByRole('textbox', { name: /^Name\b(?! in)/ }), 'Quay Fish');
    await app.user.type(screen.getByRole('textbox', { name: /^Code/ }), 'QF');
    const toggle = await findSectionButton();
    await app.user.click(toggle);
    await app.user.type(screen.getByRole('textbox', { name: /Price tolerance/ }), '140');
    for (const _attempt of ['first', 'second']) {
      await app.user.click(toggle);
      expect(toggle).toHaveAttribute('aria-expanded', 'false');
      await app.user.click(screen.getByRole('button', { name: 'Save' }));
      const invalidField = await screen.findByRole('textbox', { name: /Price tolerance/ });
      await waitFor(() => expect(invalidField).toHaveFocus());
      expect(invalidField).toHaveAccessibleDescription(/At most 100/);
    }
  });

  it('is open if it contains a restored unsaved value', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const created = await admin('POST', '/suppliers', {
      name: 'Quay Fish',
      code: 'QF',
      paymentTermsDays: 30,
    });
    const path = `/procurements/settings/supplier?row=${String(created['_id'])}&edit=true`;
    const app = await openForm(path);
    const payment = await screen.findByRole('button', { name: 'Payment' });
    expect(payment).toHaveAccessibleDescription('Payment terms (days): 30');
    await app.user.click(payment);
    await app.user.type(screen.getByRole('textbox', { name: /Payment terms/ }), '5');
    app.unmount();
    await openForm(path);
    await waitFor(async () =>
      expect(await screen.findByRole('button', { name: 'Payment' })).toHaveAttribute('aria-expanded', 'true'),
    );
    expect(screen.getByRole('textbox', { name: /Payment terms/ })).toHaveValue('305');
    expect(await findSectionButton()).toHaveAttribute('aria-expanded', 'false');
  });
});
