import { z } from 'zod';
import { profile, session } from '#contract/users.ts';
import { notFound } from '../../http/problems.ts';
import { type Route, readRoute, writeRoute } from '../../http/route.ts';
import { tokenHash } from '../../http/tokens.ts';
import { presentProfile } from '../users/present.ts';
import { signInRoutes } from './sign-in.ts';

export const sessionRoutes: Route[] = [
  ...signInRoutes,
  readRoute({
    path: '/users/profile',
    access: { kind: 'session' },
    summary: 'Who is signed in. 401 with code TOKEN_EXPIRED after eight hours.',
    response: profile,
    async run({ db, actor }) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('_id', '=', actor?._id ?? '')
        .executeTakeFirstOrThrow();
      return { status: 200, body: presentProfile(row) };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/users/logout',
    access: { kind: 'session' },
    summary: 'Ends this session.',
    isSecret: true,
    async run({ db, token, actor, audit }) {
      await db
        .deleteFrom('sessions')
        .where('tokenHash', '=', await tokenHash(token ?? ''))
        .execute();
      await audit({ action: 'sign-out', entity: 'sessions', id: actor?._id ?? null });
      return { status: 204 };
    },
  }),
  readRoute({
    path: '/users/sessions',
    access: { kind: 'session' },
    summary: 'The own sessions, newest first.',
    response: z.array(session),
    async run({ db, actor, token, now }) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('userId', '=', actor?._id ?? '')
        .where('expiresAt', '>', now.toISOString())
        .orderBy('createdAt', 'desc')
        .limit(100)
        .execute();
      const current = await tokenHash(token ?? '');
      const body = rows.map((row) => ({
        _id: row.sessionId,
        createdAt: row.createdAt,
        expiresAt: row.expiresAt,
        ip: row.ip,
        userAgent: row.userAgent,
        isCurrent: row.tokenHash === current,
      }));
      return { status: 200, body, headers: { 'x-total-count': String(body.length) } };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/users/sessions/:id',
    access: { kind: 'session' },
    summary: 'Ends one of the own sessions.',
    async run({ db, actor, params, audit }) {
      const deleted = await db
        .deleteFrom('sessions')
        .where('sessionId', '=', params['id'] as string)
        .where('userId', '=', actor?._id ?? '')
        .executeTakeFirst();
      if (deleted.numDeletedRows === 0n) throw notFound();
      await audit({
        action: 'sign-out',
        entity: 'sessions',
        id: actor?._id ?? null,
        after: { session: params['id'] },
      });
      return { status: 204 };
    },
  }),
];
