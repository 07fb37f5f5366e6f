import type { ListFilters } from '#platform/documents/document-list.ts';
import type { countList } from '../list.ts';
import type { QueryClient } from '@tanstack/react-query';
import type {
  CountChange,
  CountEvent,
  CountInput,
  CountLineDecision,
  CountLinesInput,
  SectionInput,
} from '../input.ts';
import {
  unlistedItem,
  dueCount,
  countEntry,
  type CountLine,
  countLine,
  countMove,
  type CountProgress,
  countProgress,
  type RecordedCount,
  recordedCount,
  type StockCount,
  stockCount,
} from '../shapes.ts';
import { parseList, unwrapDocument } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { defineAction } from '#platform/web/outbox/action.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readObject, readRows } from '#platform/web/queries/read-shape.ts';
import { documentCalls } from '#platform/documents/web/queries/document-calls.ts';
import { stockCountMessages } from './action-messages.ts';

/** A count with its lines in section order. */
export interface CountSheet extends StockCount {
  items: CountLine[];
}

export type CountFilters = ListFilters<typeof countList>;

const collection = 'stock-counts';
/** Sheets have their own key, so that changes of a count do not refetch them. */
const sheetsKey = 'count-sheets_data';
const pathTo = (id: string, rest = '') => `${collection}/${encodeURIComponent(id)}${rest}`;
const getCountMessages = () => getMessages(stockCountMessages);

const readCount = createReader(stockCount);
const calls = documentCalls<StockCount>({
  collection,
  read: readCount,
  invalidates: ['stock_data'],
  editPath: (id) => `/branch-order/stock-count${id === '' ? '' : `?row=${id}`}`,
});

/** Queries stock counts, newest first by default. */
export const countsQuery = (filters: CountFilters = {}) => calls.list(filters);

/** Returns the outbox key of a count. */
export const countKey = (id: string) => `${collection}/${id}`;

/**
 * Queries a count with all its lines. It is not refetched with every entry: thousands of lines are loaded
 * once and then updated with new lines (`fetchNewLines`).
 */
export function countSheetQuery(id: string) {
  return readQuery({
    collection: sheetsKey,
    key: ['one', id],
    lifetime: 'orderOne',
    path: pathTo(id),
    read: (reply): CountSheet => {
      const count = readCount(unwrapDocument(reply.data));
      if (count === null) throw new TypeError('The response contains no stock count');
      return { ...count, items: count.items ?? [] };
    },
  });
}

/** Queries the progress of a count, which is small enough to refetch after every entry. */
export function countProgressQuery(id: string) {
  return readQuery({
    collection: 'stock-counts_data',
    key: ['progress', id],
    lifetime: 'orders',
    path: pathTo(id, '/progress'),
    read: (reply) => readObject(countProgress, reply.data),
  });
}

/** Fetches the lines of a count with an entry newer than `after`. Throws `ApiError`. */
export async function fetchNewLines(id: string, after: number): Promise<CountLine[]> {
  const newLines: CountLine[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await api.get(pathTo(id, '/lines'), { search: { after, page, limit: linesPerPage } });
    const { rows } = parseList(reply.data, createReader(countLine));
    newLines.push(...rows);
    if (rows.length < linesPerPage) return newLines;
  }
}
const linesPerPage = 500;

/** Merges lines from the server into the cached sheet; new lines are appended. */
export function mergeLines(queryClient: QueryClient, id: string, lines: readonly CountLine[]): void {
  if (lines.length === 0) return;
  queryClient.setQueryData<CountSheet>(countSheetQuery(id).queryKey, (sheet) => {
    if (sheet === undefined) return sheet;
    const linesById = new Map(lines.map((line) => [line.lineId, line]));
    const items = sheet.items.map((line) => {
      const updatedLine = linesById.get(line.lineId);
      linesById.delete(line.lineId);
      // A delayed response may contain an earlier state of the line.
      return updatedLine && updatedLine.lastEntrySeq >= line.lastEntrySeq ? updatedLine : line;
    });
    return { ...sheet, items: [...items, ...linesById.values()] };
  });
}

/** Queries stock at the counted location and sections without a line, because it arrived after the start. */
export function unlistedItemsQuery(id: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['appeared', id],
    lifetime: 'orders',
    path: pathTo(id, '/appeared'),
    read: (reply) => readRows(reply, unlistedItem),
  });
}

/** Queries the movements of a line since it was counted, with their documents. */
export function countMovesQuery(id: string, lineId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['count-moves', id, lineId],
    lifetime: 'orders',
    path: pathTo(id, `/lines/${encodeURIComponent(lineId)}/moves`),
    read: (reply) => readRows(reply, countMove),
  });
}

/** Queries the entries of a line with their users, oldest first. */
export function countEntriesQuery(id: string, lineId: string) {
  return readQuery({
    collection: 'stock-counts_data',
    key: ['entries', id, lineId],
    lifetime: 'orders',
    path: pathTo(id, `/lines/${encodeURIComponent(lineId)}/entries`),
    read: (reply) => readRows(reply, countEntry),
  });
}

/** Queries a branch's scheduled counts that are due. */
export function dueCountsQuery(branch: string) {
  return readQuery({
    collection: 'stock-counts_data',
    key: ['due', branch],
    lifetime: 'orders',
    path: `${collection}/due`,
    search: { branch },
    read: (reply) => readRows(reply, dueCount),
  });
}

/** Creates a count as a draft. */
export const createCountAction = calls.create<{ localId: string; input: CountInput }>({
  name: 'create',
  label: () => getCountMessages().create,
});

/** Stores the response to a change in the cached sheet; if it has no lines, the sheet is refetched. */
function applySheet(changed: StockCount, queryClient: QueryClient): void {
  const { queryKey } = countSheetQuery(changed._id);
  const { items } = changed;
  if (items === undefined) void queryClient.invalidateQueries({ queryKey });
  else setQueryResponse(queryClient, queryKey, { ...changed, items });
}

/** Changes the status of a count. */
export const moveCountAction = calls.change<Pick<CountChange, 'status'>>({
  name: 'move',
  method: 'patch',
  label: ({ record: { number: count }, input: { status = '' } }) => {
    const { move, moves } = getCountMessages();
    return move(count, Object.hasOwn(moves, status) ? moves[status as keyof typeof moves] : status);
  },
  onSent: applySheet,
});

/** Saves decisions on lines of a submitted count: cause, cost, movements before the count, recounts. */
export const decideLinesAction = calls.change<{ items: CountLineDecision[] }>({
  name: 'decide',
  method: 'patch',
  label: ({ record: { number: count } }) => getCountMessages().decide(count),
  onSent: applySheet,
});

interface CountReference {
  count: Pick<StockCount, '_id' | 'number'>;
}

/** Records a counted quantity, stored on this device until it is sent. Waiting entries are sent together. */
export const enterCountAction = defineAction<CountReference & { event: CountEvent }, RecordedCount>({
  kind: `${collection}.enter`,
  document: ({ count }) => countKey(count._id),
  request: ({ count, event }) => ({
    method: 'post',
    path: pathTo(count._id, '/events'),
    body: { events: [event] },
  }),
  mergeableList: 'events',
  label: ({ count }) => getCountMessages().entries(count.number),
  dedupeKey: ({ event: { device, seq } }) => `${collection}.enter ${device} ${seq}`,
  editPath: ({ count }) => `/branch-order/stock-count?row=${encodeURIComponent(count._id)}`,
  read: (response) => readObject(recordedCount, response),
  onSent(recorded, queryClient) {
    void queryClient.invalidateQueries({ queryKey: ['stock-counts_data', 'progress'] });
    for (const [key] of queryClient.getQueriesData<CountSheet>({ queryKey: [sheetsKey, 'one'] }))
      if (typeof key[2] === 'string') mergeCachedLines(queryClient, key[2], recorded.items);
  },
});

/**
 * Merges the lines of a response into a count's cached sheet if it contains any of them, because lines don't
 * contain their count's id.
 */
function mergeCachedLines(queryClient: QueryClient, id: string, lines: readonly CountLine[]): void {
  const cachedIds = new Set(
    queryClient.getQueryData<CountSheet>(countSheetQuery(id).queryKey)?.items.map(({ lineId }) => lineId),
  );
  if (lines.some(({ lineId }) => cachedIds.has(lineId))) mergeLines(queryClient, id, lines);
}

/** Adds items and lots that arrived after the start to an open count. */
export const addToCountAction = defineAction<CountReference & { input: CountLinesInput }, RecordedCount>({
  kind: `${collection}.add`,
  document: ({ count }) => countKey(count._id),
  request: ({ count, input }) => ({ method: 'post', path: pathTo(count._id, '/lines'), body: input }),
  label: ({ count }) => getCountMessages().add(count.number),
  editPath: ({ count }) => `/branch-order/stock-count?row=${encodeURIComponent(count._id)}`,
  read: (response) => readObject(recordedCount, response),
  onSent(_recorded, queryClient) {
    void queryClient.invalidateQueries({ queryKey: [sheetsKey, 'one'] });
    void queryClient.invalidateQueries({ queryKey: ['stock_data', 'appeared'] });
  },
});

/** Claims a section of a count, releases it, or takes it over. */
export const claimSectionAction = defineAction<CountReference & { input: SectionInput }, CountProgress>({
  kind: `${collection}.section`,
  document: ({ count }) => countKey(count._id),
  request: ({ count, input }) => ({ method: 'post', path: pathTo(count._id, '/sections'), body: input }),
  label: ({ count }) => getCountMessages().section(count.number),
  dedupeKey: ({ count, input }) => `${collection}.section ${count._id} ${input.section}`,
  read: (response) => readObject(countProgress, response),
  onSent: (_progress, queryClient) => void queryClient.invalidateQueries({ queryKey: ['stock-counts_data'] }),
});
