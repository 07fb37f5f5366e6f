import './styles.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { profileQuery } from '#modules/people/web/queries/session.ts';
import { dropPrefetchedLater } from '#platform/web/api/prefetched-requests.ts';
import { baseAddress } from '#platform/web/api/base-address.ts';
import { registerErrorTexts } from '#platform/web/api/localize-error.ts';
import { loadTransport } from '#platform/web/api/client.ts';
import {
  connectionStore,
  probeConnection,
  reportConnection,
  watchConnection,
} from '#platform/web/api/connection.ts';
import { createQueryClient } from '#platform/web/cache/client.ts';
import { deletePersistedResponses } from '#platform/web/cache/delete-persisted-responses.ts';
import { registerLanguage, restoreLocale } from '#platform/web/i18n/choose-locale.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { numberChoiceStore } from '#platform/web/i18n/number-style.ts';
import { syncAppearanceCookie } from '#platform/web/appearance-cookie.ts';
import { markMissingModuleErrors } from '#platform/web/lazy-module.ts';
import { sessionStore } from '#platform/web/session/session.ts';
import { watchSession } from '#platform/web/session/watch.ts';
import { watchTheme } from '#platform/web/theme.ts';
import { type AppRouter, createAppRouter, followSession } from './router.tsx';

// Set before any schema is created: the content security policy forbids code generation, which zod would
// otherwise attempt. This equals `z.config({ jitless: true })` without loading zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Prefetched files would leave dozens of link tags behind.
document.addEventListener(
  'load',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') target.remove();
  },
  true,
);

async function start(): Promise<void> {
  const isSignedIn = sessionStore.get().status === 'signed-in';
  // The sign-in form doesn't need the transport, but signed-in pages start with a request. Failures are
  // retried there.
  if (isSignedIn) loadTransport().catch(() => undefined);
  // Not at the top level, to avoid a deadlock: the mock imports modules that it shares with this file.
  if (import.meta.env.MODE === 'mock') await (await import('#mocks/browser.ts')).startMockedApi();

  registerLanguage('ar', {
    first: async () => (await import('./arabic-first.ts')).firstArabicTexts,
    all: async () => (await import('./arabic.ts')).arabicTexts,
  });
  registerErrorTexts(
    async () => (await import('#modules/master-data/web/localize-refusal.ts')).localizeRefusalText,
  );
  await restoreLocale(isSignedIn ? 'all' : 'first');

  const queryClient = createQueryClient();
  // Cached data was loaded in the previous language.
  localeStore.subscribe(() => void queryClient.invalidateQueries());
  const router = createAppRouter({ queryClient, loadPage: (path) => window.location.replace(path) });

  const session = sessionStore.get();
  if (session.status === 'anonymous' && session.ended !== null) {
    const { deleteQueueResponsesOfOthers } = await import('#platform/web/outbox/queue-service.ts');
    void deleteQueueResponsesOfOthers(null);
  }
  deleteResponsesOnSignOut();
  restoreResponsesWhenOffline(queryClient);
  if (isSignedIn) {
    // Awaited only when offline, so that the first render already has the data.
    if (!navigator.onLine) {
      reportConnection(false);
      await restoreResponses(queryClient);
    }
    preloadRouteChunks(router);
    dropPrefetchedLater();
    // The guard waits for the profile and handles its failure.
    queryClient.query(profileQuery()).catch(() => undefined);
  }

  followSession(router, queryClient);
  watchSession();
  watchTheme();
  syncAppearanceCookie();
  watchConnection(`${baseAddress(window.location)}/health`);
  markMissingModuleErrors(probeConnection);
  if (!connectionStore.get().isAlive) probeConnection();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const app = createRoot(root);
  // Formatted numbers are memoized by value, so a change of number format remounts every screen.
  const render = () =>
    app.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider key={numberChoiceStore.get()} router={router} />
        </QueryClientProvider>
      </StrictMode>,
    );
  numberChoiceStore.subscribe(render);
  render();
}

/** Deletes persisted responses when the session ends, and at start if it has already ended. */
function deleteResponsesOnSignOut(): void {
  const deleteIfSignedOut = () => {
    if (sessionStore.get().status === 'anonymous') void deletePersistedResponses();
  };
  sessionStore.subscribe(deleteIfSignedOut);
  deleteIfSignedOut();
}

/** Without a connection, restores the last responses of this session, which are shown with their age. */
async function restoreResponses(queryClient: QueryClient): Promise<boolean> {
  try {
    return await (await import('#platform/web/cache/persisted-responses.ts')).restorePersistedResponses(
      queryClient,
    );
  } catch {
    // The screens report that no data could be loaded.
    return false;
  }
}

function restoreResponsesWhenOffline(queryClient: QueryClient): void {
  /** The sign-in (epoch ms) whose responses were restored or are being restored. */
  let restoredSession: number | null = null;
  connectionStore.subscribe(() => {
    const session = sessionStore.get();
    if (connectionStore.get().isAlive || session.status === 'anonymous') return;
    const { startedAt } = session;
    if (restoredSession === startedAt) return;
    restoredSession = startedAt;
    void restoreResponses(queryClient).then((isDone) => {
      if (!isDone) restoredSession = null;
    });
  });
}

/** Loads the code of the current page in parallel with the profile that its guard waits for. */
function preloadRouteChunks(router: AppRouter): void {
  const [routes] = router.getMatchedRoutes(window.location.pathname);
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined);
}

void start();
