import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { enqueueAction } from '#platform/web/outbox/outbox.ts';
import { getCurrentUser, endSession, sessionStore } from '#platform/web/session/session.ts';
import { signInAsDemoUser } from '#app/web/testing/mock-api.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

type App = Awaited<ReturnType<typeof renderApp>>;

async function fillForm(app: App, email: string, password = 'commissary-demo'): Promise<void> {
  await app.user.type(await screen.findByLabelText('Email'), email);
  await app.user.type(screen.getByLabelText('Password'), password);
}

const submit = (app: App) => app.user.click(screen.getByRole('button', { name: 'Sign In' }));

describe('sign-in form', () => {
  test('shows the texts of SPEC', async () => {
    await renderApp('/');
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(screen.getByText('Please sign in to your account')).toBeVisible();
    expect(screen.getByText('Need help? Contact your administrator')).toBeVisible();
    expect(screen.getByLabelText('Email')).toBeRequired();
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Password')).toBeRequired();
  });

  test('shows and hides the password', async () => {
    const app = await renderApp('/');
    const field = await screen.findByLabelText('Password');
    await app.user.type(field, 'secret');
    await app.user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveFocus();
    screen.getByRole('button', { name: 'Hide password' }).focus();
    await app.user.keyboard('{Enter}');
    expect(field).toHaveAttribute('type', 'password');
    expect(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
    expect(field).toHaveValue('secret');
  });

  test('warns about Caps Lock', async () => {
    const app = await renderApp('/');
    await app.user.click(await screen.findByLabelText('Password'));
    await app.user.keyboard('{CapsLock}a');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Caps Lock is on.');
    await app.user.tab();
    expect(screen.getByLabelText('Password')).not.toHaveAccessibleDescription();
  });

  test('is disabled while signing in', async () => {
    mock.api.fail({ fault: 'slow', match: '/users/login', delayMs: 200 });
    const app = await renderApp('/');
    await fillForm(app, 'branch@demo.test');
    await submit(app);
    expect(await screen.findByRole('button', { name: 'Signing in & refreshing...' })).toBeDisabled();
    expect(screen.getByLabelText('Email')).toBeDisabled();
    expect(screen.getByLabelText('Password')).toBeDisabled();
    await waitFor(() => expect(app.loadedPaths).toHaveLength(1));
  });

  test('moves the focus to the error and keeps the user’s input', async () => {
    const app = await renderApp('/');
    await fillForm(app, 'branch@demo.test', 'not my password');
    await submit(app);
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveFocus());
    expect(screen.getByLabelText('Email')).toHaveValue('branch@demo.test');
    expect(localStorage.getItem('token')).toBeNull();
  });

  test.each<[string, number, object | string, string]>([
    ['a rejection without a message', 400, {}, 'Login failed'],
    ['a wrong password', 401, { message: 'Wrong password' }, 'Wrong password'],
    ['a rate limit without a message', 429, {}, 'Login failed'],
    ['a rejection with status 200', 200, { message: 'Account locked' }, 'Account locked'],
    ['a server error', 500, { error: 'stack' }, 'Server error. Please try again later.'],
    ['a response without a token', 200, {}, 'An unexpected error occurred. Please try again.'],
    ['a response that is not JSON', 200, 'OK', 'An unexpected error occurred. Please try again.'],
  ])('shows the text of SPEC above the form after %s', async (_name, status, body, message) => {
    const headers = { 'retry-after': '90' };
    mock.api.fail({ fault: 'response', match: '/users/login', status, body, headers });
    const app = await renderApp('/');
    await fillForm(app, 'branch@demo.test');
    await submit(app);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(new RegExp(`^${message}$`));
    expect(alert.compareDocumentPosition(screen.getByLabelText('Email'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(localStorage.getItem('token')).toBeNull();
  });
});

describe('after signing in', () => {
  test.each([
    ['branch@demo.test', '/branch-order/create-order'],
    ['kitchen@demo.test', '/central-kitchen/dashboard'],
    ['admin@demo.test', '/dashboard'],
    ['master@demo.test', '/dashboard'],
  ])('%s is sent to %s with a full page load', async (email, landing) => {
    const app = await renderApp('/');
    await fillForm(app, email);
    await submit(app);
    await waitFor(() => expect(app.loadedPaths).toEqual([landing]));
    expect(localStorage.getItem('token')).not.toBeNull();
  });

  test('other roles are sent to their landing page without a full page load', async () => {
    const app = await renderApp('/');
    await fillForm(app, 'viewer@demo.test');
    await submit(app);
    expect(await screen.findByRole('heading', { name: 'Dashboards' })).toBeVisible();
    expect(app.loadedPaths).toEqual([]);
    expect(app.path()).toBe('/dashboard');
  });

  test('the originally requested page is offered on the landing page', async () => {
    const missing = await renderApp('/nowhere/else');
    await screen.findByLabelText('Email');
    missing.unmount();
    const app = await renderApp('/dashboard-fallback?x=1');
    await fillForm(app, 'viewer@demo.test');
    await submit(app);
    expect(await screen.findByRole('link', { name: /^Continue to / })).toHaveAttribute(
      'href',
      '/dashboard-fallback?x=1',
    );
    expect(app.path()).toBe('/dashboard');
  });

  test('a user who is already signed in is redirected', async () => {
    const app = await renderApp('/', { as: 'viewer' });
    expect(await screen.findByRole('heading', { name: 'Dashboards' })).toBeVisible();
    expect(app.path()).toBe('/dashboard');
  });
});

describe('second client', () => {
  test('is selected by signing in at /login, and a rejected session returns there', async () => {
    const app = await renderApp('/login');
    await fillForm(app, 'viewer@demo.test');
    await submit(app);
    await screen.findByRole('heading', { name: 'Dashboards' });
    expect(sessionStore.get().client).toBe('second');
    endSession('rejected-by-server');
    expect(await screen.findByRole('alert')).toHaveTextContent('Authentication failed. Please login again.');
    expect(app.path()).toBe('/login');
  });
});

test.each([
  ['a 401', { status: 401, code: 'UNAUTHENTICATED' }],
  ['the code TOKEN_EXPIRED', { status: 403, code: 'TOKEN_EXPIRED' }],
])(
  'a profile rejected with %s clears the token and shows the sign-in page',
  async (_name, { status, code }) => {
    mock.api.server.use(
      http.get('*/api/users/profile', () => HttpResponse.json({ error: 'x', code }, { status })),
    );
    const app = await renderApp('/dashboard', { as: 'viewer' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Authentication failed. Please login again.');
    expect(app.path()).toBe('/');
    expect(localStorage.getItem('token')).toBeNull();
  },
);

test('keeps the last known user signed in without a connection', async () => {
  mock.api.fail({ fault: 'offline' });
  await renderApp('/dashboard', { as: 'viewer' });
  expect(await screen.findByRole('heading', { name: 'Dashboards' })).toBeVisible();
});

test('names the users with unsent actions while offline', async () => {
  mock.api.fail({ fault: 'offline' });
  await signInAsDemoUser('branch');
  await enqueueAction({
    kind: 'x',
    documentKey: 'orders/1',
    label: 'X',
    method: 'post',
    path: 'orders',
    body: {},
  });
  const name = getCurrentUser()?.name ?? '';
  endSession('expired');
  await renderApp('/');
  expect(await screen.findByText(/^This device is offline\./)).toBeInTheDocument();
  const waiting = await screen.findByText(/1 action waiting to be sent/);
  expect(waiting).toHaveTextContent(`${name} has 1 action waiting to be sent.`);
});

test('creates the first administrator with the printed token', async () => {
  mock.api.server.use(http.get('*/api/health', () => HttpResponse.json({ setupRequired: true })));
  mock.api.server.use(
    http.post('*/api/users/register', async ({ request }) => {
      const body = await request.json();
      const user = {
        _id: 'u1',
        role: 'master_admin',
        isMasterAdmin: true,
        name: 'Ada',
        email: 'ada@demo.test',
      };
      return HttpResponse.json({ token: 'first', ...user, echo: body }, { status: 201 });
    }),
  );
  const app = await renderApp('/');
  await app.user.type(await screen.findByLabelText('Set-up token'), 'printed');
  await app.user.type(screen.getByLabelText('Your name'), 'Ada');
  await app.user.type(screen.getByLabelText('Email'), 'ada@demo.test');
  await app.user.type(screen.getByLabelText('Password'), 'a long password');
  await app.user.click(screen.getByRole('button', { name: 'Create administrator' }));
  await waitFor(() => expect(app.loadedPaths).toEqual(['/dashboard']));
  expect(localStorage.getItem('token')).toBe('first');
});
