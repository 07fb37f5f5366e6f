import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { id } from '#platform/shapes/common.ts';
import {
  builtInRoles,
  role,
  roleApplication,
  roleChange,
  roleInput,
  roleQueryParams,
} from '../../role-input.ts';
import { roleApplicationResult } from '../../role-shapes.ts';
import type { Reader } from '#platform/server/db/types.ts';
import { jsonObject } from '#platform/server/db/json-sql.ts';
import { buildListResponse, buildTextCondition } from '#platform/server/http/list.ts';
import { notFound } from '#platform/server/http/problems.ts';
import {
  type RouteAccess,
  type ExistsContext,
  type Route,
  readRoute,
  writeRoute,
} from '#platform/server/http/route.ts';
import { applyRole } from './apply.ts';
import { changeRole, createRole, deleteRole, presentRole } from './service.ts';

const buildAccess = (flag: 'canView' | 'canCreate' | 'canEdit' | 'canDelete'): RouteAccess => ({
  kind: 'collection',
  collection: 'roles',
  flag,
});

const findRole = (db: Reader, roleId: string) =>
  db.selectFrom('roles').selectAll().where('_id', '=', roleId).executeTakeFirst();

const roleExists = async ({ db, params }: ExistsContext) =>
  id.safeParse(params['id']).success && (await findRole(db, params['id'] as string)) !== undefined;

const loadRoleNames = (db: Reader) => db.selectFrom('roles').select(['_id', 'label', 'key']).execute();

export const roleRoutes: Route[] = [
  readRoute({
    path: '/roles',
    access: buildAccess('canView'),
    summary: 'Roles, with the default permissions and pages of new users.',
    query: roleQueryParams,
    response: z.array(role),
    async run({ db, query }) {
      const object = jsonObject(db.dialect, {
        _id: ['_id', 'text'],
        key: ['key', 'text'],
        label: ['label', 'text'],
        description: ['description', 'text'],
        permissions: jsonObject(db.dialect, {
          canCreate: ['canCreate', 'boolean'],
          canEdit: ['canEdit', 'boolean'],
          canDelete: ['canDelete', 'boolean'],
          canView: ['canView', 'boolean'],
        }),
        allowedPages: ['allowedPages', 'json'],
        requiresReview: ['requiresReview', 'boolean'],
        isBuiltIn: ['isBuiltIn', 'boolean'],
        createdAt: ['createdAt', 'text'],
        updatedAt: ['updatedAt', 'text'],
        version: ['version', 'integer'],
        isActive: ['isActive', 'boolean'],
      });
      const builtIn = sql.join(builtInRoles.map((key) => sql.lit(key)));
      const from = sql`(select roles.*,
        case when key in (${builtIn}) then 1 else 0 end as ${sql.ref('isBuiltIn')} from roles) as roles`;
      const conditions = [
        ...(query.q
          ? buildTextCondition(await loadRoleNames(db), (row) => `${row.label} ${row.key}`, query.q)
          : []),
        ...(query.active === undefined
          ? []
          : [sql<SqlBool>`${sql.ref('isActive')} = ${Number(query.active)}`]),
      ];
      const sortable = { label: 'label', key: 'key', createdAt: 'createdAt' };
      return buildListResponse(
        { db, from, object, conditions, sortable, key: '_id', defaultSort: 'label' },
        query,
      );
    },
  }),
  readRoute({
    path: '/roles/:id',
    access: buildAccess('canView'),
    summary: 'One role.',
    response: role,
    exists: roleExists,
    async run({ db, params }) {
      const row = await findRole(db, params['id'] as string);
      if (!row) throw notFound();
      return { status: 200, body: presentRole(row), version: row.version };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/roles',
    access: buildAccess('canCreate'),
    summary: 'Creates a role, at most with the permissions of the caller.',
    body: roleInput,
    response: role,
    async run(ctx) {
      const row = await createRole(ctx, ctx.body);
      return { status: 201, body: presentRole(row), version: row.version };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/roles/:id',
    access: buildAccess('canEdit'),
    summary: 'Changes a role; the permissions of its users are unchanged.',
    body: roleChange,
    response: role,
    exists: roleExists,
    async run(ctx) {
      const row = await changeRole(ctx, ctx.params['id'] as string, ctx.body);
      return { status: 200, body: presentRole(row), version: row.version };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/roles/:id/apply',
    access: buildAccess('canEdit'),
    summary:
      'Applies the permissions and pages of a role to the specified users, all or none. Also requires permission to edit users.',
    body: roleApplication,
    response: roleApplicationResult,
    exists: roleExists,
    async run(ctx) {
      const changed = await applyRole(ctx, ctx.params['id'] as string, ctx.body);
      return { status: 200, body: { changed } };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/roles/:id',
    access: buildAccess('canDelete'),
    summary: 'Deletes an unused role.',
    exists: roleExists,
    async run(ctx) {
      await deleteRole(ctx, ctx.params['id'] as string);
      return { status: 204 };
    },
  }),
];
