import { lazyModule } from '#platform/web/lazy-module.ts';

/**
 * The queue service, loaded after the first screen. Actions can be entered before that: `outbox.ts` stores
 * them on the device until the service sends them.
 */
export const queueService = lazyModule(() => import('./queue-service.ts'));
