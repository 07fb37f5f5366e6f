import { expect, test } from 'vitest';
import type { Actor } from '#core/permissions.ts';
import { decideAccess } from './guard.ts';

function buildActor(overrides: Partial<Actor>): Actor {
  return {
    _id: 'u',
    name: 'U',
    email: 'u@demo.test',
    role: 'auditor',
    isMasterAdmin: false,
    permissions: { canCreate: false, canEdit: false, canDelete: false, canView: true },
    allowedPages: [],
    branches: [],
    kitchens: [],
    ...overrides,
  };
}

const open = { kind: 'open' };
const redirectTo = (path: string) => ({ kind: 'redirect', to: path });
const branch = buildActor({ role: 'custom_role_sk', allowedPages: ['branch-order'] });
const kitchen = buildActor({ role: 'custom_role_ck', allowedPages: ['central-kitchen'] });
const withoutView = buildActor({
  permissions: { canCreate: true, canEdit: true, canDelete: true, canView: false },
});

test.each([
  ['a branch user on an allowed page', branch, { page: '/branch-order/create-order' }, open],
  [
    'a branch user on /dashboard is redirected to their landing page',
    branch,
    { page: '/dashboard' },
    redirectTo('/branch-order/create-order'),
  ],
  [
    'a kitchen user on /dashboard is redirected to their landing page',
    kitchen,
    { page: '/dashboard' },
    redirectTo('/central-kitchen/dashboard'),
  ],
  [
    'a branch user on a page that is not allowed',
    branch,
    { page: '/inventory' },
    { kind: 'refused', page: '/inventory' },
  ],
  [
    'a longer name is a different page',
    branch,
    { page: '/branch-orders' },
    { kind: 'refused', page: '/branch-orders' },
  ],
  ['a user with canView and no list of pages', buildActor({}), { page: '/inventory' }, open],
  [
    'a user with neither canView nor a list of pages',
    withoutView,
    { page: '/dashboard' },
    { kind: 'refused', page: '/dashboard' },
  ],
  [
    'a master admin',
    buildActor({ isMasterAdmin: true, allowedPages: ['user'] }),
    { page: '/inventory' },
    open,
  ],
  ['a required role that differs', buildActor({}), { page: '/inventory', role: 'admin' }, redirectTo('/')],
  [
    'a required role that the user has',
    buildActor({ role: 'admin' }),
    { page: '/inventory', role: 'admin' },
    open,
  ],
  ['a page for all users', withoutView, { page: null }, open],
])('%s', (_name, user, staticData, access) => {
  expect(decideAccess(user, [{ staticData: {} }, { staticData }])).toEqual(access);
});
