import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Collection, Flag } from '#core/permissions.ts';
import { isReviewed } from '#core/reviews.ts';
import { resources } from '../collections.ts';
import { itemLevels } from '#modules/item-levels/collection.ts';
import {
  listHiddenFields,
  isFilter,
  redactRow,
  type Resource,
  type ResourceQuery,
} from '#platform/collections/define-resource.ts';
import { orderTemplates } from '#modules/order-templates/collection.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { submittedReview } from '#modules/reviews/shapes.ts';
import { likeJsonElement } from '#platform/server/db/like.ts';
import type { Dialect, Reader } from '#platform/server/db/types.ts';
import {
  nameSortKey,
  buildCompactListResponse,
  buildListResponse,
  buildWordConditions,
  type Sortable,
} from '#platform/server/http/list.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { type ReadContext, type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { buildRowInfoRoutes } from './row-info-routes.ts';
import { existsIn } from '#platform/collections/server/exists.ts';
import { buildScopeConditions } from '#platform/collections/server/scope.ts';
import { respondToChange } from '#modules/reviews/server/propose.ts';
import { changeRow, createRow, deleteRow } from './service.ts';
import {
  getFieldColumn,
  findRow,
  buildHiddenFieldsJson,
  buildRowJson,
} from '#platform/collections/server/store.ts';

/** Conditions of a list query: search text, archived state and field filters. */
export function buildListConditions(resource: Resource, query: ResourceQuery): Expression<SqlBool>[] {
  const filters = Object.entries(resource.allFields).flatMap(([name, field]) => {
    const value = query[name];
    if (value === undefined || !isFilter(field)) return [];
    const column = sql.ref(`${resource.table}.${getFieldColumn(name, field)}`);
    // `none` isn't a valid id; it finds rows without a reference.
    if (field.kind === 'reference' && value === 'none') return [sql<SqlBool>`${column} is null`];
    if (field.kind === 'references') return [containsAnyId(column, String(value))];
    return [sql<SqlBool>`${column} = ${typeof value === 'boolean' ? Number(value) : value}`];
  });
  return [
    ...(resource.isNamed ? buildWordConditions(`${resource.table}.search`, query.q) : []),
    ...(query.active === undefined
      ? []
      : [sql<SqlBool>`${sql.ref(`${resource.table}.isActive`)} = ${Number(query.active)}`]),
    ...filters,
  ];
}

/** Condition that a JSON array contains one of these ids (`a,b`), or isn't empty (`any`). */
function containsAnyId(column: Expression<unknown>, ids: string): Expression<SqlBool> {
  if (ids === 'any') return sql<SqlBool>`${column} <> '[]'`;
  return sql<SqlBool>`(${sql.join(
    ids.split(',').map((id) => sql`${column} like ${likeJsonElement(id)}`),
    sql` or `,
  )})`;
}

/**
 * Returns the sortable fields, which are those with a column. If the second name comes first on screen, rows
 * are sorted by it.
 */
export function getSortableFields(resource: Resource, dialect: Dialect, prefersAltName: boolean): Sortable {
  const columns = Object.entries(resource.allFields).filter(([, { storage }]) => storage !== 'json');
  return {
    createdAt: `${resource.table}.createdAt`,
    updatedAt: `${resource.table}.updatedAt`,
    ...Object.fromEntries(
      columns.map(([name, field]) => [name, `${resource.table}.${getFieldColumn(name, field)}`]),
    ),
    ...(resource.isNamed && { name: nameSortKey(dialect, resource.table, prefersAltName) }),
    // Packs often have the same name, so they can also be sorted by item.
    ...(resource.collection === 'packagings' && {
      itemId: sql`(select ${nameSortKey(dialect, 'items', prefersAltName)} from items where items.${sql.ref('_id')} = packagings.${sql.ref('itemId')})`,
    }),
  };
}

/** Collections with `view=compact`, and the fields of their compact rows. */
const compactFields: Partial<Record<Collection, readonly string[]>> = {
  'item-levels': [
    'version',
    'itemId',
    'branchId',
    'min',
    'par',
    'max',
    'safetyStock',
    'binSortOrder',
    'weekdayPar',
  ],
};

type ListContext = Pick<ReadContext, 'db' | 'actor' | 'buildEtag' | 'hasTag' | 'prefersAltName'>;

function list(resource: Resource, ctx: ListContext, query: ResourceQuery) {
  const { db, actor, prefersAltName } = ctx;
  const source = {
    db: db as Reader,
    from: sql.table(resource.table),
    conditions: [...buildListConditions(resource, query), ...buildScopeConditions(resource, actor)],
    key: `${resource.table}._id`,
  };
  const compactRowFields = compactFields[resource.collection];
  if (query['view'] === 'compact' && compactRowFields) {
    const object = buildRowJson(db.dialect, resource, { fields: compactRowFields });
    return buildCompactListResponse(ctx, { ...source, object, table: resource.table });
  }
  const object = buildRowJson(db.dialect, resource, { additional: buildHiddenFieldsJson(resource, actor) });
  const hidden = listHiddenFields(resource, actor);
  const sortable = Object.fromEntries(
    Object.entries(getSortableFields(resource, db.dialect, prefersAltName)).filter(
      ([name]) => !hidden.includes(name),
    ),
  );
  return buildListResponse({ ...source, object, sortable, defaultSort: resource.sort }, query);
}

function buildCollectionRoutes(resource: Resource, path: string): Route[] {
  const { collection, labels } = resource;
  const allow = (flag: Flag) => ({ kind: 'collection', collection, flag }) as const;
  const label = labels.one.toLowerCase();
  const many = labels.many.toLowerCase();
  const exists = existsIn(resource);
  const accepted = isReviewed(collection) ? { accepted: submittedReview } : {};
  return [
    readRoute({
      path,
      access: allow('canView'),
      summary: `Lists ${many}.`,
      query: getSchemas(resource).query.extend({ view: z.enum(['compact']).optional() }),
      response: z.array(getSchemas(resource).row),
      run: (ctx) => list(resource, ctx, ctx.query as unknown as ResourceQuery),
    }),
    readRoute({
      path: `${path}/:id`,
      access: allow('canView'),
      summary: `Returns one ${label}.`,
      response: getSchemas(resource).row,
      exists,
      async run({ db, actor, params }) {
        const additional = buildHiddenFieldsJson(resource, actor);
        const row = await findRow(db, resource, params['id'] as string, { additional });
        if (!row) throw notFound();
        return { status: 200, body: row, version: row.version };
      },
    }),
    writeRoute({
      method: 'post',
      path,
      access: allow('canCreate'),
      summary: `Creates a ${label}.`,
      body: getSchemas(resource).createInput,
      response: getSchemas(resource).row,
      ...accepted,
      async run(ctx) {
        if (isReviewed(collection)) return respondToChange(ctx, collection, 'create');
        const row = await createRow(ctx, resource, ctx.body);
        return { status: 201, body: redactRow(resource, row, ctx.actor), version: row.version };
      },
    }),
    writeRoute({
      method: 'put',
      path: `${path}/:id`,
      access: allow('canEdit'),
      summary: `Changes a ${label}; omitted fields are unchanged. isActive: false archives it.`,
      body: getSchemas(resource).changeInput,
      response: getSchemas(resource).row,
      ...accepted,
      exists,
      async run(ctx) {
        if (isReviewed(collection)) return respondToChange(ctx, collection, 'change');
        const row = await changeRow(ctx, resource, ctx.params['id'] as string, ctx.body);
        return { status: 200, body: redactRow(resource, row, ctx.actor), version: row.version };
      },
    }),
    writeRoute({
      method: 'delete',
      path: `${path}/:id`,
      access: allow('canDelete'),
      summary: `Deletes an unused ${label}.`,
      ...accepted,
      exists,
      async run(ctx) {
        if (isReviewed(collection)) return respondToChange(ctx, collection, 'delete');
        await deleteRow(ctx, resource, ctx.params['id'] as string);
        return { status: 204 };
      },
    }),
  ];
}

/** The route for active sections, whose path is defined by SPEC. */
const buildActiveSectionsRoute = (sections: Resource): Route =>
  readRoute({
    path: `${sections.path}/active`,
    access: { kind: 'collection', collection: sections.collection, flag: 'canView' },
    summary: 'Lists the active sections.',
    query: getSchemas(sections).query,
    response: z.array(getSchemas(sections).row),
    run: (ctx) => list(sections, ctx, { ...(ctx.query as unknown as ResourceQuery), active: true }),
  });

export const masterDataRoutes: Route[] = [...resources, itemLevels, packagings, orderTemplates].flatMap(
  (resource: Resource) => [
    ...[resource.path, ...resource.aliases].flatMap((path) => [
      ...buildCollectionRoutes(resource, path),
      ...buildRowInfoRoutes(resource, path),
    ]),
    ...(resource.collection === 'sections' ? [buildActiveSectionsRoute(resource)] : []),
  ],
);
