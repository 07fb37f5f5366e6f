import { listOf } from '#platform/shapes/shape.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { ownChange, ownProfile, sessionQueryParams } from '../../user-input.ts';
import { listedSession } from '../../user-shapes.ts';
import { notFound, problem, stale } from '#platform/server/http/problems.ts';
import { type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { hashToken } from '#platform/server/http/tokens.ts';
import { changeOwnName } from '../users/own-name.ts';
import { presentOwnProfile, presentUser } from '../users/present.ts';
import { assertNotSuperior } from '../users/rights.ts';
import { lockUser } from '../users/service.ts';
import { userExists } from '#platform/server/http/visible-users.ts';
import { endSessions, listSessions } from './service.ts';
import { signInRoutes } from './sign-in.ts';

export const sessionRoutes: Route[] = [
  ...signInRoutes,
  readRoute({
    path: '/users/profile',
    access: { kind: 'session' },
    allowsInitialPassword: true,
    summary: 'The signed-in user. 401 with code TOKEN_EXPIRED after eight hours.',
    response: ownProfile,
    async run({ db, actor }) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('_id', '=', actor?._id ?? '')
        .executeTakeFirstOrThrow();
      return { status: 200, body: await presentOwnProfile(db, row), version: row.version };
    },
  }),
  writeRoute({
    method: 'patch',
    path: '/users/profile',
    access: { kind: 'session' },
    summary: 'Changes the caller’s name. User managers change all other fields.',
    body: ownChange,
    response: ownProfile,
    async run(ctx) {
      const row = await changeOwnName(ctx);
      return { status: 200, body: await presentOwnProfile(ctx.db, row), version: row.version };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/users/logout',
    access: { kind: 'session' },
    allowsInitialPassword: true,
    summary: 'Ends this session.',
    skipsIdempotency: true,
    async run({ db, token, actor, audit }) {
      await db
        .deleteFrom('sessions')
        .where('tokenHash', '=', await hashToken(token ?? ''))
        .execute();
      await audit({ action: 'sign-out', entity: 'sessions', id: actor?._id ?? null });
      return { status: 204 };
    },
  }),
  readRoute({
    path: '/users/sessions',
    access: { kind: 'session' },
    summary: 'The caller’s sessions, newest first.',
    response: listOf(listedSession),
    run: async (ctx) => listSessions(ctx, ctx.actor?._id ?? ''),
  }),
  writeRoute({
    method: 'delete',
    path: '/users/sessions',
    access: { kind: 'session' },
    summary: 'Ends all sessions of the caller except this one.',
    async run(ctx) {
      if (ctx.ifMatch !== null) throw problem('STALE_VERSION', refusal('no-session-version'));
      await endSessions(ctx, ctx.actor?._id ?? '', { exceptTokenHash: await hashToken(ctx.token ?? '') });
      return { status: 204 };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/users/sessions/:id',
    access: { kind: 'session' },
    summary: 'Ends one of the caller’s sessions.',
    async run(ctx) {
      const sessionId = ctx.params['id'] as string;
      if ((await endSessions(ctx, ctx.actor?._id ?? '', { sessionId })) === 0) throw notFound();
      return { status: 204 };
    },
  }),
  readRoute({
    path: '/users/:id/sessions',
    access: { kind: 'collection', collection: 'users', flag: 'canView' },
    summary: 'The sessions of a user, newest first.',
    response: listOf(listedSession),
    exists: userExists,
    run: async (ctx) => listSessions(ctx, ctx.params['id'] as string),
  }),
  writeRoute({
    method: 'delete',
    path: '/users/:id/sessions',
    access: { kind: 'collection', collection: 'users', flag: 'canEdit' },
    summary: 'Ends all sessions of a user, or the specified one. Succeeds even if there are none.',
    query: sessionQueryParams,
    exists: userExists,
    async run(ctx) {
      const id = ctx.params['id'] as string;
      const { grantor, row } = await lockUser(ctx, id);
      assertNotSuperior(grantor, row);
      if (ctx.ifMatch !== null && ctx.ifMatch !== row.version) throw stale(await presentUser(ctx.db, row));
      await endSessions(ctx, id, ctx.query.session === undefined ? {} : { sessionId: ctx.query.session });
      return { status: 204 };
    },
  }),
];
