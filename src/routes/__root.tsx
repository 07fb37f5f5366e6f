import { createRootRouteWithContext } from '@tanstack/react-router';
import { ErrorScreen } from '#src/components/layout/error-screen.tsx';
import type { RouterContext } from '#src/router.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({ errorComponent: ErrorScreen });
