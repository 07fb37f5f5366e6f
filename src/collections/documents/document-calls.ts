import type { QueryClient } from '@tanstack/react-query';
import { type JsonRecord, one, readRecord as recordOf } from '#contract/tolerant.ts';
import { type Collection, canOpenPage } from '#domain/permissions.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import type { CollectionKey } from '#src/lib/cache/keys.ts';
import { setQueryAnswer } from '#src/lib/cache/set-query-answer.ts';
import { defineAction } from '#src/lib/outbox/action.ts';
import { isLocalId } from '#src/lib/outbox/entry.ts';
import { currentUser } from '#src/lib/session/session.ts';
import { readList, readQuery, type Search } from '../read-query.ts';

interface Listed {
  _id: string;
  version: number;
}

interface Calls<D> {
  collection: Collection;
  /** Reads one as any server may send it; null for what is none. */
  read(row: JsonRecord): D | null;
  /** What changes with one, besides its own collection. */
  renews?: readonly CollectionKey[];
  /** Where the person looks at one and mends it. */
  editPath(id: string): string;
}

/** Of the pages that show a kind of document the one that this person opens; the first where none is. */
export function pickAllowedPage(...pages: [string, ...string[]]): string {
  const user = currentUser();
  return pages.find((page) => user !== null && canOpenPage(user, page)) ?? pages[0];
}

/** What an action of a kind is called in the queue, and under which name it is kept there across releases. */
interface Named<Input> {
  name: string;
  label(input: Input): string;
}

/**
 * The calls of one kind of document as its endpoints have them: a page of them, one, and what is done through the outbox,
 * each with the version that was seen. Whatever is sent has its collection, and what `renews` names, asked for again.
 */
export function documentCalls<D extends Listed>({ collection, read, renews = [], editPath }: Calls<D>) {
  const key: CollectionKey = `${collection}_data`;
  /** A local id stays as it is: the outbox finds it there and puts the real one in its place. */
  const pathOf = ({ _id }: Listed) => `${collection}/${isLocalId(_id) ? _id : encodeURIComponent(_id)}`;

  function readOne(answer: unknown): D {
    const found = read(one(answer));
    if (found === null) throw new TypeError(`The answer holds none of ${collection}`);
    return found;
  }
  const oneQuery = (id: string) =>
    readQuery({
      collection: key,
      key: ['one', id],
      lifetime: 'orders',
      path: `${collection}/${encodeURIComponent(id)}`,
      read: (reply) => readOne(reply.data),
    });
  function renew(queryClient: QueryClient): void {
    for (const each of [key, ...renews]) void queryClient.invalidateQueries({ queryKey: [each] });
  }
  const onRecord = {
    document: ({ record }: { record: D }) => `${collection}/${record._id}`,
    editPath: ({ record }: { record: D }) => editPath(encodeURIComponent(record._id)),
  };

  return {
    /** A page of them; the filters have the same names as on the wire. */
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

    /** The document as it is now, where somebody else was quicker; null for any other failure. */
    current: (error: unknown): D | null =>
      error instanceof ApiError && error.status === 412 ? read(recordOf(error.details['current'])) : null,

    /** Makes one. `localId` (newLocalId) stands for it until it has an id, and for this one for ever. */
    create: <Input extends { localId: string; input: object }>({ name, label }: Named<Input>) =>
      defineAction<Input, D>({
        kind: `${collection}.${name}`,
        document: ({ localId }) => `${collection}/${localId}`,
        request: ({ input }) => ({ method: 'post', path: collection, body: input }),
        label,
        dedupeKey: ({ localId }) => `${collection}.${name} ${localId}`,
        isOnce: true,
        editPath: () => editPath(''),
        read: readOne,
        onSent: (_made, queryClient) => renew(queryClient),
      }),

    /** Changes one, or moves it. `onSent`: what else its answer changes, before everything is asked for again. */
    change: <Body extends object>({
      name,
      label,
      method,
      dedupeKey,
      onSent,
    }: Named<{ record: D; input: Body }> & {
      method: 'put' | 'patch';
      /** What one says instead of another of the same document; left out: the last one is what counts. */
      dedupeKey?(input: Body): string;
      onSent?(changed: D, queryClient: QueryClient): void;
    }) =>
      defineAction<{ record: D; input: Body }, D>({
        ...onRecord,
        kind: `${collection}.${name}`,
        request: ({ record, input }) => ({
          method,
          path: pathOf(record),
          body: input,
          ifMatch: record.version || null,
        }),
        label,
        ...(dedupeKey && {
          dedupeKey: ({ record, input }) => `${collection}.${name} ${record._id} ${dedupeKey(input)}`,
        }),
        read: readOne,
        onSent(changed, queryClient) {
          setQueryAnswer(queryClient, oneQuery(changed._id).queryKey, changed);
          onSent?.(changed, queryClient);
          renew(queryClient);
        },
      }),

    /** Deletes a draft, or takes back what cannot be deleted. */
    remove: ({ name, label }: Named<{ record: D }>) =>
      defineAction<{ record: D }, null>({
        ...onRecord,
        kind: `${collection}.${name}`,
        request: ({ record }) => ({
          method: 'delete',
          path: pathOf(record),
          ifMatch: record.version || null,
        }),
        label,
        read: () => null,
        onSent: (_answer, queryClient) => renew(queryClient),
      }),
  };
}
