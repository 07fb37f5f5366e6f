import { lazyModule } from '#platform/web/lazy-module.ts';

/**
 * The queue service, loaded after the first screen. Entering an action does not wait for it: `outbox.ts`
 * stores the action on the device until the service sends it.
 */
export const queueService = lazyModule(() => import('./queue-service.ts'));
