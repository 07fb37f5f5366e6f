import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import type { Person } from './people.ts';
import { changePerson } from './people-writes.ts';

const mock = useMockApi();

/** Loads a user as an administrator, before someone else changes the user. */
async function loadOutdatedUser() {
  await signInAsDemoUser('admin');
  const call = await apiAs(mock.api, 'admin');
  const path = `/users/${ids.users.branch}`;
  const person = (await call('GET', path)) as unknown as Person;
  await call('PUT', path, { name: 'Bea Halloran-Ruiz' });
  return { person, loadCurrent: () => call('GET', path) };
}

it('suspends a user whose record was changed after it was loaded, and keeps that change', async () => {
  const { person, loadCurrent } = await loadOutdatedUser();
  await changePerson(new QueryClient(), person, { isActive: false });
  expect(await loadCurrent()).toMatchObject({ name: 'Bea Halloran-Ruiz', isActive: false });
});

it('does not set the password of a user whose record was changed after it was loaded, because someone else may have set one', async () => {
  const { person } = await loadOutdatedUser();
  const refused = changePerson(new QueryClient(), person, { password: 'walnut-harbour' });
  await expect(refused).rejects.toMatchObject({ status: 412 });
});
