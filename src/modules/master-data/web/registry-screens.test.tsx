import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '#app/server/testing/samples.ts';
import { callsAs } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { getScreen } from './screens.ts';
import { definitionOf, definitions, type CollectionKey } from '../collections.ts';
import { hasInput } from './form/resource-field.tsx';
import { resourceMessages } from './messages.ts';

const mock = useMockApi();

/** Collections with a screen of their own, which their features test. */
const ownScreens: ReadonlySet<CollectionKey> = new Set(['items', 'item-levels', 'gallery']);
const names = (Object.keys(definitions) as CollectionKey[]).filter((name) => !ownScreens.has(name));

function addressOf(name: CollectionKey, more: Record<string, string>): string {
  const { page } = getScreen(name);
  if (!page) throw new Error(`${name} has no page`);
  return `${page.to}?${new URLSearchParams({ ...(page.tab && { tab: page.tab }), ...more }).toString()}`;
}

/** All actions that create, change or remove a row. */
const changing = /^(New|Edit|Archive|Restore|Delete|Duplicate|Save|Merge|Import|Replace|Move|Add)\b/;
const controls = () => [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')];

describe.each(names)('the screen of %s', (name) => {
  const resource = definitionOf(name);
  const { one } = resourceMessages.en[name];

  it('has an input for every field that a new row needs, with its label', async () => {
    await renderApp(addressOf(name, { row: 'new' }), { as: 'admin' });
    const dialog = await screen.findByRole('dialog', { name: `New ${one.toLowerCase()}` });
    await within(dialog).findByRole('button', { name: 'Save' });
    const required = Object.entries(resource.allFields).filter(([, { isRequired }]) => isRequired);
    expect(required.length).toBeGreaterThan(0);
    for (const [field] of required) {
      await waitFor(() => expect(dialog.querySelector(`[name="${field}"]`), field).not.toBeNull());
      expect(dialog.querySelector(`[name="${field}"]`), field).toHaveAccessibleName(
        expect.stringMatching(/\S/),
      );
    }
    const without = Object.entries(resource.allFields).filter(([field]) => !hasInput(resource, field));
    expect(without.filter(([, { isRequired }]) => isRequired).map(([field]) => field)).toEqual([]);
  });

  it('shows no changing action to a read-only user', async () => {
    const admin = await callsAs(mock.api, 'admin');
    const created = await admin('POST', resource.path, sampleOf(resource, 4242));
    const id = String(created['_id']);
    const ways: Record<string, string>[] = [
      { row: id, edit: 'true' },
      { row: id, full: 'true' },
      { row: 'new' },
    ];
    for (const more of ways) {
      const app = await renderApp(addressOf(name, more), { as: 'viewer' });
      if (more['row'] === 'new') await screen.findByRole('heading', { level: 1 });
      else await screen.findByRole('button', { name: 'Where used' });
      expect(
        controls()
          .map((control) => control.textContent ?? '')
          .filter((text) => changing.test(text)),
      ).toEqual([]);
      expect(document.querySelectorAll('form')).toHaveLength(0);
      app.unmount();
    }
  });

  it('is refused by the server to the same user', async () => {
    const admin = await callsAs(mock.api, 'admin');
    const created = await admin('POST', resource.path, sampleOf(resource, 4243));
    const path = `${resource.path}/${String(created['_id'])}`;
    const { token } = await mock.api.signIn('viewer');
    const statusOf = async (method: string, at: string, body?: unknown) =>
      (
        await fetch(`http://127.0.0.1/api${at}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      ).status;
    expect(await statusOf('GET', path)).toBe(200);
    expect(await statusOf('POST', resource.path, sampleOf(resource, 4244))).toBe(403);
    expect(await statusOf('PUT', path, {})).toBe(403);
    expect(await statusOf('DELETE', path)).toBe(403);
    expect(
      await statusOf('POST', `${resource.path}/archive`, { ids: [created['_id']], isActive: false }),
    ).toBe(403);
  });
});
