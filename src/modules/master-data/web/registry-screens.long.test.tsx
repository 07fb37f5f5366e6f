import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildSample } from '#app/server/testing/samples.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { getScreen } from './screens.ts';
import { getDefinition, definitions, type CollectionKey } from '../collections.ts';
import { hasInput } from './form/resource-field.tsx';
import { resourceMessages } from './messages.ts';

const mock = useMockApi();

/** Collections with custom screens, which are tested in their modules. */
const customScreens: ReadonlySet<CollectionKey> = new Set(['items', 'item-levels', 'gallery']);
const names = (Object.keys(definitions) as CollectionKey[]).filter((name) => !customScreens.has(name));

function buildAddress(name: CollectionKey, params: Record<string, string>): string {
  const { page } = getScreen(name);
  if (!page) throw new Error(`${name} has no page`);
  return `${page.to}?${new URLSearchParams({ ...(page.tab && { tab: page.tab }), ...params }).toString()}`;
}

/** All actions that create, change or remove a row. */
const changingAction = /^(New|Edit|Archive|Restore|Delete|Duplicate|Save|Merge|Import|Replace|Move|Add)\b/;
const controls = () => [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')];

describe.each(names)('the screen of %s', (name) => {
  const resource = getDefinition(name);
  const { one } = resourceMessages.en[name];

  it('has a labelled input for every field that a new row requires', async () => {
    await renderApp(buildAddress(name, { row: 'new' }), { as: 'admin' });
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
    const withoutInput = Object.entries(resource.allFields).filter(([field]) => !hasInput(resource, field));
    expect(withoutInput.filter(([, { isRequired }]) => isRequired).map(([field]) => field)).toEqual([]);
  });

  it('shows no actions that change data to a read-only user', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const created = await admin('POST', resource.path, buildSample(resource, 4242));
    const id = String(created['_id']);
    const addresses: Record<string, string>[] = [
      { row: id, edit: 'true' },
      { row: id, full: 'true' },
      { row: 'new' },
    ];
    for (const params of addresses) {
      const app = await renderApp(buildAddress(name, params), { as: 'viewer' });
      if (params['row'] === 'new') await screen.findByRole('heading', { level: 1 });
      else await screen.findByRole('button', { name: 'Where used' });
      expect(
        controls()
          .map((control) => control.textContent ?? '')
          .filter((text) => changingAction.test(text)),
      ).toEqual([]);
      expect(document.querySelectorAll('form')).toHaveLength(0);
      app.unmount();
    }
  });

  it('has endpoints that reject changes by a read-only user', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const created = await admin('POST', resource.path, buildSample(resource, 4243));
    const path = `${resource.path}/${String(created['_id'])}`;
    const { token } = await mock.api.signIn('viewer');
    const requestStatus = async (method: string, path: string, body?: unknown) =>
      (
        await fetch(`http://127.0.0.1/api${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      ).status;
    expect(await requestStatus('GET', path)).toBe(200);
    expect(await requestStatus('POST', resource.path, buildSample(resource, 4244))).toBe(403);
    expect(await requestStatus('PUT', path, {})).toBe(403);
    expect(await requestStatus('DELETE', path)).toBe(403);
    expect(
      await requestStatus('POST', `${resource.path}/archive`, { ids: [created['_id']], isActive: false }),
    ).toBe(403);
  });
});
