import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { ErrorScreen } from '#platform/web/layout/error-screen.tsx';

/** Context that every route receives. */
export interface RouterContext {
  queryClient: QueryClient;
  /** Opens a path with a full page load, as signing in does for most roles (SPEC section 4). */
  loadPage(path: string): void;
}

export const Route = createRootRouteWithContext<RouterContext>()({ errorComponent: ErrorScreen });
