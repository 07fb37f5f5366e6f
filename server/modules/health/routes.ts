import { oneOf } from '#contract/shape.ts';
import { type Route, readRoute } from '../../http/route.ts';
import { hasMasterAdmin } from './service.ts';

export const healthRoutes: Route[] = [
  readRoute({
    path: '/health',
    access: { kind: 'public' },
    summary: 'Is the server ready? `setupRequired` while there is no administrator yet.',
    response: { status: oneOf(['ok']), now: 'moment', setupRequired: 'sparse flag?' },
    async run({ db, now }) {
      const isSetUp = await hasMasterAdmin(db);
      return {
        status: 200,
        body: { status: 'ok', now: now.toISOString(), ...(!isSetUp && { setupRequired: true }) },
      };
    },
  }),
];
