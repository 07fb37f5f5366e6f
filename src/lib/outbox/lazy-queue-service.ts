import { lazyModule } from '../lazy-module.ts';

/**
 * What works a queue; nobody waits for it before the first screen. Nor does who enters something: an action is kept by what
 * has come with the page (`outbox.ts`), and waits on the device for what sends it.
 */
export const queueService = lazyModule(() => import('./queue-service.ts'));
