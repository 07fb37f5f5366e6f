import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { baseAddress } from './lib/api/base-address.ts';
import { watchConnection } from './lib/api/connection.ts';
import { createQueryClient } from './lib/cache/client.ts';
import { provideLanguage, restoreLocale } from './lib/i18n/choose-locale.ts';
import { watchSession } from './lib/session/watch.ts';
import { watchTheme } from './lib/theme.ts';
import { createAppRouter, followSession } from './router.tsx';

async function start(): Promise<void> {
  // Not at the top level: the mock shares modules with this file, and would wait for it while it waits for the mock.
  if (import.meta.env.MODE === 'mock') await (await import('#mocks/browser.ts')).startMockedApi();

  provideLanguage('ar', async () => (await import('./arabic.ts')).arabicTexts);
  await restoreLocale();

  const queryClient = createQueryClient();
  const router = createAppRouter({ queryClient, leaveFor: (path) => window.location.assign(path) });

  followSession(router, queryClient);
  watchSession();
  watchTheme();
  watchConnection(`${baseAddress(window.location)}/health`);

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
