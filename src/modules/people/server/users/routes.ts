import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '#core/permissions.ts';
import {
  passwordChange,
  rightsChange,
  user,
  userChange,
  userInput,
  userQueryParams,
} from '../../user-input.ts';
import { userResponsibilities } from '../../user-shapes.ts';
import type { Reader } from '#platform/server/db/types.ts';
import { jsonObject } from '#platform/server/db/json-sql.ts';
import { buildListResponse, buildTextCondition } from '#platform/server/http/list.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { type RouteAccess, type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { buildUsageAndHistoryRoutes } from '#modules/master-data/server/row-info-routes.ts';
import { findResponsibilities } from './responsibilities.ts';
import { assertUncommonPassword } from './common-passwords.ts';
import { changeOwnPassword, verifyOwnPassword } from './own-password.ts';
import { presentUser } from './present.ts';
import { changeUser, createUser, deleteUser } from './service.ts';
import { buildVisibleUserCondition, userExists } from '#platform/server/http/visible-users.ts';

const buildAccess = (flag: 'canView' | 'canCreate' | 'canEdit' | 'canDelete'): RouteAccess => ({
  kind: 'collection',
  collection: 'users',
  flag,
});

/** Fields shown in a user's history. For the password, the history shows only that it changed. */
const historyFields = [
  'name',
  'email',
  'role',
  'isMasterAdmin',
  'permissions',
  'allowedPages',
  'branches',
  'kitchens',
  'password',
  'isActive',
];

const loadUserNames = (db: Reader) => db.selectFrom('users').select(['_id', 'name', 'email']).execute();

export const userRoutes: Route[] = [
  readRoute({
    path: '/users',
    access: buildAccess('canView'),
    summary: 'Users visible to the caller.',
    query: userQueryParams,
    response: z.array(user),
    async run({ db, actor, query }) {
      const permissions = jsonObject(db.dialect, {
        canCreate: ['canCreate', 'boolean'],
        canEdit: ['canEdit', 'boolean'],
        canDelete: ['canDelete', 'boolean'],
        canView: ['canView', 'boolean'],
      });
      const object = jsonObject(db.dialect, {
        _id: ['_id', 'text'],
        name: ['name', 'text'],
        email: ['email', 'text'],
        role: ['role', 'text'],
        roleLabel: sql`coalesce((select ${sql.ref('roles.label')} from roles
          where ${sql.ref('roles.key')} = ${sql.ref('users.role')}), ${sql.ref('users.role')})`,
        isMasterAdmin: ['isMasterAdmin', 'boolean'],
        permissions,
        allowedPages: ['allowedPages', 'json'],
        roleDescription: ['roleDescription', 'text'],
        branches: ['branches', 'json'],
        kitchens: ['kitchens', 'json'],
        lastLogin: ['lastLogin', 'text'],
        createdAt: ['createdAt', 'text'],
        updatedAt: ['updatedAt', 'text'],
        version: ['version', 'integer'],
        isActive: ['isActive', 'boolean'],
      });
      const conditions = [
        ...(await buildVisibleUserCondition(db, actor as Actor, '_id')),
        ...(query.q
          ? buildTextCondition(await loadUserNames(db), (row) => `${row.name} ${row.email}`, query.q)
          : []),
        ...(query.active === undefined
          ? []
          : [sql<SqlBool>`${sql.ref('isActive')} = ${Number(query.active)}`]),
        ...(query.role === undefined ? [] : [sql<SqlBool>`${sql.ref('role')} = ${query.role}`]),
        ...(query.isMasterAdmin === undefined
          ? []
          : [sql<SqlBool>`${sql.ref('isMasterAdmin')} = ${Number(query.isMasterAdmin)}`]),
      ];
      const from = sql`users`;
      const sortable = {
        name: 'name',
        email: 'email',
        role: 'role',
        lastLogin: 'lastLogin',
        createdAt: 'createdAt',
      };
      return buildListResponse(
        { db, from, object, conditions, sortable, key: '_id', defaultSort: 'name' },
        query,
      );
    },
  }),
  readRoute({
    path: '/users/:id',
    access: buildAccess('canView'),
    summary: 'One user.',
    response: user,
    exists: userExists,
    async run({ db, params }) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('_id', '=', params['id'] as string)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { status: 200, body: await presentUser(db, row), version: row.version };
    },
  }),
  readRoute({
    path: '/users/:id/responsibilities',
    access: buildAccess('canView'),
    summary:
      'Responsibilities without an owner once this user is suspended: approvals, locations, proposals, drafts.',
    response: userResponsibilities,
    exists: userExists,
    run: async ({ db, params }) => ({
      status: 200,
      body: await findResponsibilities(db, params['id'] as string),
    }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/users/:id/responsibilities',
    access: buildAccess('canEdit'),
    summary:
      'Responsibilities that a change of permissions would leave without an owner; the change is not applied.',
    body: rightsChange,
    response: userResponsibilities,
    exists: userExists,
    run: async ({ db, params, body }) => ({
      status: 200,
      body: await findResponsibilities(db, params['id'] as string, body),
    }),
  }),
  writeRoute({
    method: 'post',
    path: '/users',
    access: buildAccess('canCreate'),
    summary: 'Creates a user who signs in with email and password.',
    body: userInput,
    response: user,
    async prepare({ body, services }) {
      assertUncommonPassword('password', body.password, body.email);
      return services.passwords.hash(body.password);
    },
    async run(ctx) {
      const row = await createUser(ctx, ctx.body, ctx.prepared);
      return { status: 201, body: await presentUser(ctx.db, row), version: row.version };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/users/:id',
    access: buildAccess('canEdit'),
    summary:
      'Changes a user; omitted fields are unchanged. A new password or suspension ends the sessions of that user.',
    body: userChange,
    response: user,
    exists: userExists,
    async prepare({ body, services }) {
      if (body.password === undefined) return null;
      assertUncommonPassword('password', body.password, body.email ?? '');
      return services.passwords.hash(body.password);
    },
    async run(ctx) {
      const row = await changeUser(ctx, ctx.params['id'] as string, ctx.body, ctx.prepared);
      return { status: 200, body: await presentUser(ctx.db, row), version: row.version };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/users/:id',
    access: buildAccess('canDelete'),
    summary: 'Deletes a user who never signed in.',
    exists: userExists,
    async run(ctx) {
      await deleteUser(ctx, ctx.params['id'] as string);
      return { status: 204 };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/users/password',
    access: { kind: 'session' },
    allowsInitialPassword: true,
    summary: 'Changes the caller’s password and ends all their other sessions.',
    body: passwordChange,
    skipsIdempotency: true,
    prepare: verifyOwnPassword,
    async run(ctx) {
      await changeOwnPassword(ctx);
      return { status: 204 };
    },
  }),
  ...buildUsageAndHistoryRoutes({
    collection: 'users',
    path: '/users',
    one: 'user',
    exists: userExists,
    visibleFields: () => historyFields,
  }),
];
