import type { ResponseShape } from '#platform/shapes/shape-schema.ts';
import { listOf } from '#platform/shapes/shape.ts';
import type { z } from 'zod';
import { historyEntry } from '../document-shapes.ts';
import type { Actor, Flag } from '#core/permissions.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import {
  type RouteAccess,
  type RouteResponse,
  type ReadContext,
  readRoute,
  type Route,
  type WriteContext,
  writeRoute,
} from '#platform/server/http/route.ts';
import { type CommandContext, createCommandContext, requireActor } from './context.ts';
import { readHistory } from './history.ts';
import { lockDocuments } from './locks.ts';
import { documentExists, createStaleCheck } from './numbering-and-events.ts';
import type { DocumentStore, LoadedDocument } from './store.ts';

/** Throws 412 if the request is based on an outdated version; runs after all other checks. */
type VersionCheck = () => Promise<void>;

/** Handlers of one document kind. Access rules and the order of checks are the same for all kinds. */
interface DocumentRouteOptions<
  D extends LoadedDocument,
  Query extends z.ZodType,
  Create extends z.ZodType,
  Change extends z.ZodType,
> {
  store: Pick<DocumentStore<D>, 'document' | 'read' | 'lock'>;
  /** Schema of the JSON representation. */
  response: ResponseShape | z.ZodType;
  present(db: Queryable, loaded: D, actor: Actor): unknown;
  list: {
    summary: string;
    query: Query;
    response: ResponseShape | z.ZodType;
    run(ctx: ReadContext<undefined, z.output<Query>>, actor: Actor): Promise<RouteResponse>;
  };
  one: { summary: string };
  create?: {
    summary: string;
    body: Create;
    run(ctx: CommandContext, body: z.output<Create>): Promise<D>;
    /** JSON of a new document, if it differs from `present`. */
    present?(created: D, actor: Actor): unknown;
  };
  change?: {
    method: 'patch' | 'put';
    /** Permission flag checked before the document's own rule. */
    flag: Flag | 'anyWrite';
    summary: string;
    body: Change;
    /** Returns the oldest version that the actor's change may be based on; the current one by default. */
    getOldestVersion?(loaded: D, actor: Actor): number;
    /** Response schema, if it isn't the document. */
    response?: ResponseShape | z.ZodType;
    /** Applies the change and returns the changed document. */
    run(ctx: CommandContext, loaded: D, body: z.output<Change>, check: VersionCheck): Promise<D>;
    /** Returns a response other than the current document, or null. */
    respond?(ctx: WriteContext<z.output<Change>>, changed: D, baseVersion: number): RouteResponse | null;
  };
  remove?: { summary: string; run(ctx: CommandContext, loaded: D, check: VersionCheck): Promise<void> };
  /** Those without an id are registered before `GET /:id`. */
  additionalRoutes?: readonly Route[];
}

/** Builds the routes of one document kind. Both missing documents and those out of scope return 404. */
export function documentRoutes<
  D extends LoadedDocument,
  Query extends z.ZodType,
  Create extends z.ZodType = never,
  Change extends z.ZodType = never,
>(options: DocumentRouteOptions<D, Query, Create, Change>): Route[] {
  const { store, response, present, list, one, create, change, remove, additionalRoutes = [] } = options;
  const { document } = store;
  const path = `/${document.collection}`;
  const getAccess = (flag: Flag | 'anyWrite'): RouteAccess => ({
    kind: 'collection',
    collection: document.collection,
    flag,
  });
  const exists = documentExists(document);
  const lock = (ctx: WriteContext<unknown, unknown>) =>
    store.lock(ctx.db, requireActor(ctx.actor), ctx.params['id'] ?? '', ctx.body);
  /** The 412 response shows the stored document, without unsaved changes in memory. */
  const createVersionCheck = (
    ctx: WriteContext<unknown, unknown>,
    loaded: D,
    oldest = loaded.header.version,
  ): VersionCheck => {
    const { header } = loaded;
    const actor = requireActor(ctx.actor);
    const show = async () => present(ctx.db, await store.read(ctx.db, actor, header._id), actor);
    return () => createStaleCheck(ctx, show, () => oldest)(header);
  };

  const routes: Route[] = [
    readRoute({
      path,
      access: getAccess('canView'),
      summary: list.summary,
      query: list.query,
      response: list.response,
      run: (ctx) => list.run(ctx, requireActor(ctx.actor)),
    }),
    ...additionalRoutes.filter((route) => !route.path.includes(':id')),
    readRoute({
      path: `${path}/:id`,
      access: getAccess('canView'),
      exists,
      summary: one.summary,
      response,
      async run(ctx) {
        const actor = requireActor(ctx.actor);
        const loaded = await store.read(ctx.db, actor, ctx.params['id'] ?? '');
        return {
          status: 200,
          body: await present(ctx.db, loaded, actor),
          version: loaded.header.version,
        };
      },
    }),
    ...additionalRoutes.filter((route) => route.path.includes(':id')),
    readRoute({
      path: `${path}/:id/history`,
      access: getAccess('canView'),
      exists,
      summary: 'The status history: from, to, user, time and reason, oldest first',
      response: listOf(historyEntry),
      run: async ({ db, params }) => ({
        status: 200,
        body: await readHistory(db, document, params['id'] ?? ''),
      }),
    }),
  ];
  if (create)
    routes.push(
      writeRoute({
        method: 'post',
        path,
        access: getAccess('canCreate'),
        summary: create.summary,
        body: create.body,
        response,
        async run(ctx) {
          const command = createCommandContext(ctx);
          await lockDocuments(ctx.db, document, [], ctx.body);
          const created = await create.run(command, ctx.body);
          const body =
            create.present?.(created, command.actor) ?? (await present(ctx.db, created, command.actor));
          return { status: 201, body, version: created.header.version };
        },
      }),
    );
  if (change)
    routes.push(
      writeRoute({
        method: change.method,
        path: `${path}/:id`,
        access: getAccess(change.flag),
        exists,
        summary: change.summary,
        body: change.body,
        response: change.response ?? response,
        async run(ctx) {
          const command = createCommandContext(ctx);
          const loaded = await lock(ctx);
          const baseVersion = loaded.header.version;
          const oldest = change.getOldestVersion?.(loaded, command.actor);
          const changed = await change.run(
            command,
            loaded,
            ctx.body,
            createVersionCheck(ctx, loaded, oldest),
          );
          const response = change.respond?.(ctx, changed, baseVersion);
          if (response) return response;
          const body = await present(ctx.db, changed, command.actor);
          return { status: 200, body, version: changed.header.version };
        },
      }),
    );
  if (remove)
    routes.push(
      writeRoute({
        method: 'delete',
        path: `${path}/:id`,
        access: getAccess('canDelete'),
        exists,
        summary: remove.summary,
        async run(ctx) {
          const loaded = await lock(ctx);
          await remove.run(createCommandContext(ctx), loaded, createVersionCheck(ctx, loaded));
          return { status: 204 };
        },
      }),
    );
  return routes;
}
