import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getLoginFailureMessage, getRegistrationFailureMessage } from '#platform/web/session/failure.ts';
import { sessionStore } from '#platform/web/session/session.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { profileQuery, registerFirst, registerUser, signIn, signOut } from './session.ts';

const mock = useMockApi();

/** Returns everything stored on the device. */
const listStored = () => Object.entries(localStorage);

const newcomer = { name: 'Nora', email: 'nora@demo.test', password: 'a long password', role: 'admin' };
const registered = { _id: 'u9', name: 'Nora', email: 'nora@demo.test', role: 'admin' };

describe('registering a new user', () => {
  beforeEach(() => signInAsDemoUser('admin'));

  test.each([
    ['flat', { token: 'stolen', ...registered }],
    ['in user', { accessToken: 'stolen', user: registered }],
    ['in data', { data: { token: 'stolen', user: registered } }],
  ])('ignores a token sent %s', async (_name, body) => {
    const before = listStored();
    const session = sessionStore.get();
    mock.api.fail({ fault: 'response', match: '/users/register', status: 201, body });
    expect(await registerUser(newcomer)).toMatchObject({ _id: 'u9', name: 'Nora' });
    expect(sessionStore.get()).toBe(session);
    expect(listStored()).toEqual(before);
  });

  test("creates the user and keeps the creator's session", async () => {
    const session = sessionStore.get();
    expect(await registerUser(newcomer)).toMatchObject({ email: 'nora@demo.test', role: 'admin' });
    expect(sessionStore.get()).toBe(session);
  });
});

test('signs in the first administrator with the token in the response', async () => {
  mock.api.fail({
    fault: 'response',
    match: '/users/register',
    status: 201,
    body: { token: 'mine', ...registered },
  });
  await registerFirst({ ...newcomer, setupToken: 'printed' });
  expect(localStorage.getItem('token')).toBe('mine');
  const session = sessionStore.get();
  expect(session).toMatchObject({ status: 'signed-in', token: 'mine', user: { _id: 'u9' } });
  // The eight hours start here, as with signing in.
  expect(session).toHaveProperty('startedAt', expect.closeTo(Date.now(), -5));
});

describe('a branch user on a server other than ours', () => {
  const credentials = { email: 'bo@other.test', password: 'theirs' };
  const bo = { name: 'Bo', email: credentials.email, role: 'custom_role_sk', permissions: { canView: true } };
  const branches = [
    { id: 1, name: 'Old Town' },
    { id: 2, type: 'branch' },
    { id: 3, type: 'central_kitchen' },
  ];

  test.each([
    ['may order for every branch if the server does not send any', {}, ['1', '2']],
    ['may order for none if the server sends an empty list', { branches: [] }, []],
    ['may order for the branch that the server sends', { branch: { id: 2, name: 'Station' } }, ['2']],
  ])('%s', async (_what, places, expected) => {
    const user = { ...bo, ...places };
    mock.api.fail({ fault: 'response', match: '/users/login', body: { token: 'theirs', user } });
    mock.api.fail({ fault: 'response', match: '/users/profile', body: user });
    mock.api.fail({ fault: 'response', match: '/branch', body: branches });
    expect((await signIn(credentials)).branches).toEqual(expected);
    expect((await profileQuery().queryFn()).branches).toEqual(expected);
    expect(sessionStore.get()).toMatchObject({ user: { branches: expected } });
  });

  test('signs in when the server does not send its branches', async () => {
    mock.api.fail({ fault: 'response', match: '/users/login', body: { token: 'theirs', user: bo } });
    mock.api.fail({ fault: 'response', match: '/branch', status: 403, body: {} });
    expect((await signIn(credentials)).branches).toEqual([]);
  });
});

describe('a kitchen user on a server other than ours', () => {
  const credentials = { email: 'ko@other.test', password: 'theirs' };
  const ko = { name: 'Ko', email: credentials.email, role: 'custom_role_ck', permissions: { canView: true } };
  const places = [
    { id: 1, name: 'Old Town' },
    { id: 3, type: 'central_kitchen' },
    { id: 4, type: 'warehouse' },
  ];

  test.each([
    [
      'works for every kitchen and for orders without a kitchen if the server does not send any',
      {},
      ['3', '4', ''],
    ],
    ['works for the same kitchens if the server sends a branch', { branch: 3 }, ['3', '4', '']],
    ['works for none if the server sends an empty list', { kitchens: [] }, []],
    ['works for the kitchen that the server sends', { kitchen: { id: 4 } }, ['4']],
  ])('%s', async (_what, response, expected) => {
    const user = { ...ko, ...response };
    mock.api.fail({ fault: 'response', match: '/users/login', body: { token: 'theirs', user } });
    mock.api.fail({ fault: 'response', match: '/users/profile', body: user });
    mock.api.fail({ fault: 'response', match: '/branch', body: places });
    expect((await signIn(credentials)).kitchens).toEqual(expected);
    expect((await profileQuery().queryFn()).kitchens).toEqual(expected);
  });

  test('works for orders without a kitchen when the server does not send its places', async () => {
    mock.api.fail({ fault: 'response', match: '/users/login', body: { token: 'theirs', user: ko } });
    mock.api.fail({ fault: 'response', match: '/branch', status: 403, body: {} });
    expect((await signIn(credentials)).kitchens).toEqual(['']);
  });
});

test('signing out sends the old token with an empty body', async () => {
  await signInAsDemoUser('branch');
  const token = localStorage.getItem('token');
  const firstRequest = new Promise<Request>((resolve) => {
    mock.api.server.events.on('request:start', ({ request }) => resolve(request.clone()));
  });
  signOut();
  expect(localStorage.getItem('token')).toBeNull();
  const request = await firstRequest;
  expect(`${request.method} ${new URL(request.url).pathname}`).toBe('POST /api/users/logout');
  expect(request.headers.get('authorization')).toBe(`Bearer ${token}`);
  expect(await request.text()).toBe('');
});

describe('error messages', () => {
  const buildRefusal = (isGeneric: boolean) =>
    new ApiError({ code: 'HTTP_ERROR', status: 400, message: 'No room left.', isGeneric });

  test.each([
    ['the server’s message', buildRefusal(false), 'No room left.', 'No room left.'],
    ['nothing from the server', buildRefusal(true), 'Login failed', 'Registration failed'],
    [
      'an exception',
      new TypeError('x is not a function'),
      'An unexpected error occurred. Please try again.',
      'An unexpected error occurred. Please try again.',
    ],
  ])('%s', (_name, error, login, registration) => {
    expect(getLoginFailureMessage(error)).toBe(login);
    expect(getRegistrationFailureMessage(error)).toBe(registration);
  });
});
