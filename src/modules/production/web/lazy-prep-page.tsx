import { Suspense } from 'react';
import { lazyView } from '#platform/web/lazy-module.ts';

const PrepPage = lazyView(async () => (await import('./prep-page.tsx')).PrepPage);

/** The prep list, for the routes of kitchens and branches. */
export function LazyPrepPage() {
  return (
    <Suspense>
      <PrepPage />
    </Suspense>
  );
}
