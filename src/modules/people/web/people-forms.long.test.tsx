import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const labelsIn = (list: HTMLElement) =>
  [...list.querySelectorAll('[data-page]')].map((entry) => entry.textContent);

async function createPerson(overrides: object = {}): Promise<string> {
  const admin = await apiAs(mock.api, 'admin');
  const created = await admin('POST', '/users', {
    name: 'New person',
    email: 'new.person@demo.test',
    password: 'a long enough one',
    role: 'custom_role_sk',
    ...overrides,
  });
  return String(created['_id']);
}

describe('a new user', () => {
  it("starts with the role's defaults, previews the access live, and is saved", async () => {
    const { user } = await renderApp('/user?row=new', { as: 'admin' });
    const panel = await screen.findByRole('dialog', { name: 'New user' });
    await user.type(await within(panel).findByRole('textbox', { name: /^Name/ }), 'Nora Branch');
    await user.type(within(panel).getByRole('textbox', { name: /^Email/ }), 'nora@demo.test');
    const preview = within(panel).getByRole('region', { name: 'Access preview' });
    expect(within(preview).getByText('Nothing until a location is assigned')).toBeInTheDocument();
    expect(labelsIn(within(preview).getByRole('list', { name: 'Menu' }))).toContain('Create Order');

    await user.click(within(panel).getByRole('combobox', { name: /^Branches/ }));
    await user.keyboard('Riverside{Enter}');
    expect(within(preview).getByText(/Orders and stock at Riverside only/)).toBeInTheDocument();

    await user.click(within(panel).getByRole('button', { name: 'Show pages: Settings' }));
    await user.click(within(panel).getByRole('checkbox', { name: 'Units' }));
    const units = within(within(preview).getByRole('list', { name: 'Menu' })).getByText('Units');
    expect(units.closest('li')).toHaveTextContent('View · Create · Edit');

    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    expect(await within(panel).findByText('This field is required')).toBeInTheDocument();
    await user.click(within(panel).getByRole('button', { name: 'Generate' }));
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Nora Branch' })).toBeInTheDocument();
    const admin = await apiAs(mock.api, 'admin');
    const [nora] = (await admin('GET', '/users?q=nora')) as unknown as Record<string, unknown>[];
    expect(nora).toMatchObject({ role: 'custom_role_sk', isMasterAdmin: false });
    expect(nora?.['allowedPages']).toEqual(['branch-order', 'units']);
  });

  it('keeps the entries if the email address is taken, and names its user', async () => {
    const { user } = await renderApp('/user?row=new', { as: 'admin' });
    const panel = await screen.findByRole('dialog', { name: 'New user' });
    await user.type(await within(panel).findByRole('textbox', { name: /^Name/ }), 'Twice');
    await user.type(within(panel).getByRole('textbox', { name: /^Email/ }), 'branch@demo.test');
    await user.click(within(panel).getByRole('button', { name: 'Generate' }));
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    expect(await within(panel).findByText('Someone already uses this email address.')).toBeInTheDocument();
    expect(within(panel).getByRole('textbox', { name: /^Name/ })).toHaveValue('Twice');
  });

  it("is created through SPEC's registration on a server without our endpoint; the token isn't changed", async () => {
    const { user } = await renderApp('/user?row=new', { as: 'admin' });
    const panel = await screen.findByRole('dialog', { name: 'New user' });
    await user.type(await within(panel).findByRole('textbox', { name: /^Name/ }), 'Elsewhere');
    await user.type(within(panel).getByRole('textbox', { name: /^Email/ }), 'else@demo.test');
    await user.click(within(panel).getByRole('button', { name: 'Generate' }));
    const registered = { token: 'theirs', _id: 'u9', name: 'Elsewhere' };
    mock.api.fail({ fault: 'response', match: '/users/register', status: 201, body: registered });
    mock.api.fail({ fault: 'response', match: '/users', method: 'POST', status: 404, body: {} });
    const tokenBefore = localStorage.getItem('token');
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New user' })).toBeNull());
    expect(await screen.findByText('Elsewhere can now sign in')).toBeInTheDocument();
    expect(localStorage.getItem('token')).toBe(tokenBefore);
  });
});

describe("a user's full page", () => {
  it('shows and edits the user, and returns to the list', async () => {
    const id = await createPerson();
    const app = await renderApp(`/user?row=${id}&full=true`, { as: 'admin' });
    expect(await screen.findByRole('heading', { level: 1, name: 'New person' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('table', { name: 'Users' })).toBeNull();
    await app.user.click(await screen.findByRole('button', { name: 'Edit' }));
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await app.user.clear(name);
    await app.user.type(name, 'Nora');
    await app.user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Nora' })).toBeInTheDocument();
    expect(app.path()).toContain('full=true');
    await app.user.click(screen.getByRole('button', { name: 'Back to the list' }));
    expect(await screen.findByRole('table', { name: 'Users' })).toBeInTheDocument();
  });

  it('is reached from a role next to its list', async () => {
    const { user, path } = await renderApp('/roles', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Roles' });
    await user.click(within(table).getByRole('link', { name: /^Branch/ }));
    await user.click(await screen.findByRole('button', { name: 'Open as a page' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Branch' })).toBeInTheDocument();
    expect(path()).toContain('full=true');
  });

  it('shows no empty form to users who may not create users', async () => {
    await renderApp('/user?row=new&full=true', { as: 'viewer' });
    expect(await screen.findByRole('table', { name: 'Users' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: /^Email/ })).toBeNull();
  });
});

describe('a concurrent save', () => {
  it('is reported when both changed a field, and merges the other fields', async () => {
    const id = await createPerson({ branches: [ids.branch1] });
    const { user } = await renderApp(`/user?row=${id}&edit=true`, { as: 'admin' });
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await user.type(name, ' the second');
    const master = await apiAs(mock.api, 'master');
    await master('PUT', `/users/${id}`, {
      name: 'Renamed',
      branches: [ids.branch2],
      role: 'custom_role_ck',
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByRole('alert');
    expect(await within(notice).findByText(/^Test master saved a change first/)).toBeInTheDocument();
    expect(
      within(notice).getByRole('row', { name: 'Name Renamed New person the second' }),
    ).toBeInTheDocument();
    expect(within(notice).getAllByRole('row')).toHaveLength(2);
    await user.click(within(notice).getByRole('button', { name: 'Keep mine' }));
    expect(await screen.findByRole('dialog', { name: 'New person the second' })).toBeInTheDocument();
    expect(await master('GET', `/users/${id}`)).toMatchObject({
      name: 'New person the second',
      branches: [ids.branch2],
      role: 'custom_role_ck',
    });
  });
});

describe('access that the signed-in user does not have', () => {
  it('cannot be granted, with an explanation', async () => {
    await createPerson({
      name: 'Clerk',
      email: 'clerk@demo.test',
      password: 'correct horse battery',
      role: 'admin',
      permissions: { canCreate: true, canEdit: true, canDelete: false, canView: true },
      allowedPages: ['user', 'units'],
    });
    await renderApp('/user?row=new', { as: 'admin' });
    const form = await screen.findByRole('dialog', { name: 'New user' });
    const master = await within(form).findByRole('checkbox', { name: 'Master admin' });
    expect(master).toBeDisabled();
    expect(master).toHaveAccessibleDescription('Only a master admin can grant this');
    const roles = within(form).getByRole('combobox', { name: /^Role/ });
    expect(within(roles).queryByRole('option', { name: 'Master admin' })).toBeNull();
  });

  it('does not let the last master admin be suspended, with an explanation', async () => {
    const master = await apiAs(mock.api, 'master');
    const [row] = (await master('GET', '/users?isMasterAdmin=true')) as unknown as Record<string, unknown>[];
    const { user } = await renderApp(`/user?row=${String(row?.['_id'])}`, { as: 'master' });
    const panel = await screen.findByRole('dialog');
    const suspend = await within(panel).findByRole('button', { name: 'Suspend' });
    await waitFor(() => expect(suspend).toHaveAttribute('aria-disabled', 'true'));
    await user.click(suspend);
    expect(
      await screen.findByText('This is the last master admin. Add another one first.'),
    ).toBeInTheDocument();
  });
});

describe('responsibilities of a user', () => {
  it('are listed before the form removes the access they need, and not otherwise', async () => {
    const path = `/users/${ids.users.kitchen}`;
    const { user } = await renderApp(`/user?row=${ids.users.kitchen}&edit=true`, { as: 'admin' });
    const panel = await screen.findByRole('dialog', { name: /^Edit / });
    await user.click(await within(panel).findByRole('checkbox', { name: 'Edit' }));
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    const question = await screen.findByRole('dialog', { name: /^Remove this access from .*\?$/ });
    expect(question).toHaveTextContent('Is the only person assigned to');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    const admin = await apiAs(mock.api, 'admin');
    const loadFlags = async () => (await admin('GET', path))['permissions'];
    expect(await loadFlags()).toMatchObject({ canEdit: true });
    expect(within(panel).getByRole('checkbox', { name: 'Edit' })).not.toBeChecked();

    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await screen.findByRole('button', { name: 'Suspend' });
    expect(await loadFlags()).toMatchObject({ canEdit: false });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const editPanel = await screen.findByRole('dialog', { name: /^Edit / });
    await user.click(await within(editPanel).findByRole('checkbox', { name: 'Edit' }));
    await user.click(within(editPanel).getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Suspend' });
    expect(await loadFlags()).toMatchObject({ canEdit: true });
  });

  it('are listed before the user is suspended', async () => {
    const kitchen = ids.users.kitchen;
    const { user } = await renderApp(`/user?row=${kitchen}`, { as: 'admin' });
    await user.click(await screen.findByRole('button', { name: 'Suspend' }));
    const question = await screen.findByRole('dialog', { name: /^Suspend .*\?$/ });
    expect(within(question).getByText('Is the only person assigned to Central Kitchen')).toBeInTheDocument();
    await user.click(within(question).getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByRole('button', { name: 'Reactivate' })).toBeInTheDocument();
  });
});

describe('a user with read access', () => {
  it('sees no actions', async () => {
    await renderApp('/user', { as: 'viewer' });
    const table = await screen.findByRole('table', { name: 'Users' });
    expect(screen.queryByRole('link', { name: 'New user' })).toBeNull();
    within(table).getByRole('row', { name: /branch@demo\.test/ });
  });
});

describe('a role', () => {
  it('can be changed without changing its users, and can then be applied to them', async () => {
    const { user } = await renderApp('/roles', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Roles' });
    await user.click(within(table).getByRole('link', { name: /^Branch/ }));
    const panel = await screen.findByRole('dialog', { name: 'Branch' });
    const userList = await within(panel).findByRole('list', {
      name: 'Users with custom permissions',
    });
    const staff = within(userList).getByRole('checkbox', { name: /staff/i }).closest('li');
    expect(staff).toHaveTextContent('will gain: Edit');
    await user.click(within(panel).getByRole('button', { name: /^Apply to/ }));
    expect(await within(panel).findByText(/(has|have) its default permissions/)).toBeInTheDocument();
  });

  it("can't be deleted if it is built in", async () => {
    const { user } = await renderApp('/roles', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Roles' });
    await user.click(within(table).getByRole('link', { name: /^Admin/ }));
    const panel = await screen.findByRole('dialog');
    await user.click(await within(panel).findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This role is built in and can’t be deleted')).toBeInTheDocument();
  });
});
