import type { QueryClient } from '@tanstack/react-query';
import { type JsonRecord, unwrapDocument, readRecord } from '#platform/shapes/tolerant.ts';
import { type Collection, canOpenPage } from '#core/permissions.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CachedCollection } from '#platform/web/cache/keys.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import { defineAction } from '#platform/web/outbox/action.ts';
import { isLocalId } from '#platform/web/outbox/entry.ts';
import { getCurrentUser } from '#platform/web/session/session.ts';
import { readList, readQuery, type Search } from '#platform/web/queries/read-query.ts';

interface VersionedRow {
  _id: string;
  version: number;
}

interface DocumentCallOptions<D> {
  collection: Collection;
  /** Parses a document from any server; null if it isn't one. */
  read(row: JsonRecord): D | null;
  /** Additional collections that a change to the document invalidates. */
  invalidates?: readonly CachedCollection[];
  /** Path of the page where the user can open and correct the document. */
  editPath(id: string): string;
}

/** Returns the first of these pages that the user may open, or the first page if there is none. */
export function pickAllowedPage(...pages: [string, ...string[]]): string {
  const user = getCurrentUser();
  return pages.find((page) => user !== null && canOpenPage(user, page)) ?? pages[0];
}

/** Label and stored name of a queued action; the name must stay the same across releases. */
interface ActionNames<Input> {
  name: string;
  label(input: Input): string;
}

/**
 * Creates the requests of a document kind: a list page, a single document, and outbox actions that send the
 * version that was displayed. Each action invalidates its collection and those in `invalidates`.
 */
export function documentCalls<D extends VersionedRow>({
  collection,
  read,
  invalidates = [],
  editPath,
}: DocumentCallOptions<D>) {
  const key: CachedCollection = `${collection}_data`;
  /** Returns the path of a document; a local id is not encoded, so that the outbox can replace it. */
  const getPath = ({ _id }: VersionedRow) =>
    `${collection}/${isLocalId(_id) ? _id : encodeURIComponent(_id)}`;

  function readOne(response: unknown): D {
    const document = read(unwrapDocument(response));
    if (document === null) throw new TypeError(`The response contains no valid ${collection} document`);
    return document;
  }
  const oneQuery = (id: string) =>
    readQuery({
      collection: key,
      key: ['one', id],
      lifetime: 'orders',
      path: `${collection}/${encodeURIComponent(id)}`,
      read: (reply) => readOne(reply.data),
    });
  function invalidate(queryClient: QueryClient): void {
    for (const invalidated of [key, ...invalidates])
      void queryClient.invalidateQueries({ queryKey: [invalidated] });
  }
  const recordAction = {
    document: ({ record }: { record: D }) => `${collection}/${record._id}`,
    editPath: ({ record }: { record: D }) => editPath(encodeURIComponent(record._id)),
  };

  return {
    /** Queries one page; filters use the API's parameter names. */
    list: <Filters extends object>(filters: Filters) =>
      readQuery({
        collection: key,
        key: ['list', filters],
        lifetime: 'orders',
        path: collection,
        search: { ...filters } as Search,
        read: (reply) => readList(reply, read),
      }),

    one: oneQuery,

    /** Returns the current document from a version conflict; null for any other failure. */
    current: (error: unknown): D | null =>
      error instanceof ApiError && error.status === 412 ? read(readRecord(error.details['current'])) : null,

    /** Creates a document. `localId` (newLocalId) identifies it until it has an id, and is used once. */
    create: <Input extends { localId: string; input: object }>({ name, label }: ActionNames<Input>) =>
      defineAction<Input, D>({
        kind: `${collection}.${name}`,
        document: ({ localId }) => `${collection}/${localId}`,
        request: ({ input }) => ({ method: 'post', path: collection, body: input }),
        label,
        dedupeKey: ({ localId }) => `${collection}.${name} ${localId}`,
        isSingleUse: true,
        editPath: () => editPath(''),
        read: readOne,
        onSent: (_created, queryClient) => invalidate(queryClient),
      }),

    /**
     * Edits a document or changes its status. `onSent` applies additional changes from the response before
     * everything is refetched.
     */
    change: <Body extends object>({
      name,
      label,
      method,
      dedupeKey,
      onSent,
    }: ActionNames<{ record: D; input: Body }> & {
      method: 'put' | 'patch';
      /**
       * Actions with the same key replace earlier ones; by default, the latest action on the document is
       * sent.
       */
      dedupeKey?(input: Body): string;
      onSent?(changed: D, queryClient: QueryClient): void;
    }) =>
      defineAction<{ record: D; input: Body }, D>({
        ...recordAction,
        kind: `${collection}.${name}`,
        request: ({ record, input }) => ({
          method,
          path: getPath(record),
          body: input,
          ifMatch: record.version || null,
        }),
        label,
        ...(dedupeKey && {
          dedupeKey: ({ record, input }) => `${collection}.${name} ${record._id} ${dedupeKey(input)}`,
        }),
        read: readOne,
        onSent(changed, queryClient) {
          setQueryResponse(queryClient, oneQuery(changed._id).queryKey, changed);
          onSent?.(changed, queryClient);
          invalidate(queryClient);
        },
      }),

    /** Deletes a draft, or reverses a document that cannot be deleted. */
    remove: ({ name, label }: ActionNames<{ record: D }>) =>
      defineAction<{ record: D }, null>({
        ...recordAction,
        kind: `${collection}.${name}`,
        request: ({ record }) => ({
          method: 'delete',
          path: getPath(record),
          ifMatch: record.version || null,
        }),
        label,
        read: () => null,
        onSent: (_response, queryClient) => invalidate(queryClient),
      }),
  };
}
