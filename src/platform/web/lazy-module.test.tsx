import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import '#app/web/testing/dom.ts';
import { connectionStore } from '#platform/web/api/connection.ts';
import {
  isModuleMissing,
  lazyView,
  missingModules,
  markMissingModuleErrors,
  lazyModule,
  useLazyModuleWhen,
  useModuleAfterStart,
} from './lazy-module.ts';

const setAlive = (isAlive: boolean) => connectionStore.set({ isAlive, lastResponseAt: null });
afterEach(() => {
  vi.useRealTimers();
  setAlive(true);
});

/** Creates a module that is loaded over a simulated network. */
function createRemote<M>(module: M) {
  const network = { isCut: true, attempts: 0 };
  const fetchModule = async () => {
    network.attempts += 1;
    if (network.isCut) throw new TypeError('Failed to fetch dynamically imported module: /part.js');
    return module;
  };
  return { network, fetchModule };
}

test('a panel whose module cannot be loaded is reported, and opens when the server responds again', async () => {
  const { network, fetchModule } = createRemote({ text: 'The panel' });
  const panel = lazyModule(fetchModule);
  function Page({ isOpen }: { isOpen: boolean }) {
    return <p>{useLazyModuleWhen(isOpen, panel)?.text ?? 'nothing open'}</p>;
  }
  const view = render(<Page isOpen={false} />);
  expect(network.attempts).toBe(0);
  await act(async () => view.rerender(<Page isOpen />));
  expect(screen.getByText('nothing open')).toBeVisible();
  expect(missingModules.get().size).toBe(1);
  await act(async () => setAlive(false));
  network.isCut = false;
  await act(async () => setAlive(true));
  expect(screen.getByText('The panel')).toBeVisible();
  expect(missingModules.get().size).toBe(0);
});

test('closing a panel that couldn’t be loaded removes it from the report', async () => {
  const panel = lazyModule(createRemote({}).fetchModule);
  function Page({ isOpen }: { isOpen: boolean }) {
    useLazyModuleWhen(isOpen, panel);
    return null;
  }
  const view = render(<Page isOpen />);
  await act(async () => view.rerender(<Page isOpen />));
  expect(missingModules.get().size).toBe(1);
  view.rerender(<Page isOpen={false} />);
  expect(missingModules.get().size).toBe(0);
});

test('a background module is loaded soon after startup, once the user is idle', async () => {
  vi.useFakeTimers();
  const { network, fetchModule } = createRemote({ text: 'Stored on this device' });
  network.isCut = false;
  const notes = lazyModule(fetchModule);
  function Shell() {
    return <p>{useModuleAfterStart(notes)?.text ?? 'not yet'}</p>;
  }
  render(<Shell />);
  expect(screen.getByText('not yet')).toBeVisible();
  await act(async () => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByText('Stored on this device')).toBeVisible();
});

test('a view that cannot be loaded leaves the page in place, and appears once it is loaded', async () => {
  const { network, fetchModule } = createRemote(({ name }: { name: string }) => <b>Hello {name}</b>);
  const LateView = lazyView(fetchModule);
  await act(async () =>
    render(
      <>
        <input aria-label="Note" defaultValue="typed" />
        <Suspense fallback="loading">
          <LateView name="Bea" />
        </Suspense>
      </>,
    ),
  );
  expect(screen.getByLabelText('Note')).toHaveValue('typed');
  expect(missingModules.get().size).toBe(1);
  await act(async () => setAlive(false));
  network.isCut = false;
  await act(async () => setAlive(true));
  expect(screen.getByText('Hello Bea')).toBeVisible();
  expect(screen.getByLabelText('Note')).toHaveValue('typed');
});

test('replaces the browser errors that would make the router reload the page', () => {
  let requestCount = 0;
  const stop = markMissingModuleErrors(() => {
    requestCount += 1;
  });
  for (const message of [
    'Failed to fetch dynamically imported module: /a.js',
    'error loading dynamically imported module: /a.js',
    'Importing a module script failed.',
  ]) {
    const payload = new TypeError(message);
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    expect(isModuleMissing(payload)).toBe(true);
    expect(payload.message.startsWith(message.slice(0, 10))).toBe(false);
  }
  expect(requestCount).toBe(3);
  stop();
});
