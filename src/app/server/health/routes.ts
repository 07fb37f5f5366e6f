import { oneOf } from '#platform/shapes/shape.ts';
import { type Route, readRoute } from '#platform/server/http/route.ts';
import { hasMasterAdmin } from '#modules/people/server/has-master-admin.ts';

export const healthRoutes: Route[] = [
  readRoute({
    path: '/health',
    access: { kind: 'public' },
    summary: 'Whether the server is ready. `setupRequired` is true while there is no administrator.',
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
