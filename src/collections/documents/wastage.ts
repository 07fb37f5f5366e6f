import type { QueryClient } from '@tanstack/react-query';
import { quantityOf, readFields } from '#contract/document-fields.ts';
import type { Wastage, WastageInput } from '#contract/wastage.ts';
import { idOf, instant, type JsonRecord, number, one, record, reference, text } from '#contract/tolerant.ts';
import { wastageFields } from '#contract/wastage-fields.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { keepAnswer } from '#src/lib/cache/keep-answer.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { defineAction } from '#src/lib/outbox/action.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';
import { wastageMessages } from './wastage-messages.ts';

/** Filters of `GET /wastage`; the same names as on the wire. Left out: all. */
export interface WastageFilters {
  branch?: string | undefined;
  item?: string | undefined;
  reason?: string | undefined;
  status?: string | undefined;
  /** Bounds of the day it happened, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

/** Waste records, newest first unless asked otherwise. */
export function wastageQuery(filters: WastageFilters = {}) {
  return readQuery({
    collection: 'wastage_data',
    key: ['list', filters],
    lifetime: 'orders',
    path: 'wastage',
    search: { ...filters },
    read: (reply) => readList(reply, readWastage),
  });
}

/** One waste record. */
export function wasteRecordQuery(id: string) {
  return readQuery({
    collection: 'wastage_data',
    key: ['one', id],
    lifetime: 'orders',
    path: `wastage/${encodeURIComponent(id)}`,
    read: (reply) => recordIn(reply.data),
  });
}

/** Records waste. `localId` (newLocalId) stands for the record until it has an id, and for this one record for ever. */
export const recordWastage = defineAction<
  { localId: string; itemName: string; input: WastageInput },
  Wastage
>({
  kind: 'wastage.record',
  document: ({ localId }) => `wastage/${localId}`,
  request: ({ input }) => ({ method: 'post', path: 'wastage', body: input }),
  label: ({ itemName }) => messagesOf(wastageMessages).record(itemName),
  dedupeKey: ({ localId }) => `wastage.record ${localId}`,
  isOnce: true,
  editPath: () => '/branch-order/wastage',
  read: recordIn,
  onSent: (_made, queryClient) => renewWastage(queryClient),
});

/** Changes a record: where goods, amount or place differ, the server takes it back and posts it anew. */
export const changeWastage = defineAction<{ record: Wastage; input: WastageInput }, Wastage>({
  kind: 'wastage.change',
  document: ({ record }) => `wastage/${record._id}`,
  request: ({ record, input }) => ({
    method: 'put',
    path: `wastage/${encodeURIComponent(record._id)}`,
    body: input,
    ifMatch: record.version || null,
  }),
  label: ({ record }) => messagesOf(wastageMessages).change(record.number),
  editPath: ({ record }) => `/branch-order/wastage?row=${encodeURIComponent(record._id)}`,
  read: recordIn,
  onSent(changed, queryClient) {
    keepAnswer(queryClient, wasteRecordQuery(changed._id).queryKey, changed);
    renewWastage(queryClient);
  },
});

/** The record as it is now, where somebody else was quicker; null for any other failure. */
export function currentWastage(error: unknown): Wastage | null {
  return error instanceof ApiError && error.status === 412
    ? readWastage(record(error.details['current']))
    : null;
}

/** Takes a posted record back: its stock returns, and the record stays as reversed. A draft is deleted. */
export const takeBackWastage = defineAction<{ record: Wastage }, null>({
  kind: 'wastage.takeBack',
  document: ({ record }) => `wastage/${record._id}`,
  request: ({ record }) => ({
    method: 'delete',
    path: `wastage/${encodeURIComponent(record._id)}`,
    ifMatch: record.version || null,
  }),
  label: ({ record }) => messagesOf(wastageMessages).takeBack(record.number),
  editPath: ({ record }) => `/branch-order/wastage?row=${encodeURIComponent(record._id)}`,
  read: () => null,
  onSent: (_answer, queryClient) => renewWastage(queryClient),
});

function renewWastage(queryClient: QueryClient): void {
  for (const queryKey of [['wastage_data'], ['stock_data'], ['documents_data']])
    void queryClient.invalidateQueries({ queryKey });
}

function recordIn(answer: unknown): Wastage {
  const made = readWastage(one(answer));
  if (made === null) throw new TypeError('The answer holds no waste record');
  return made;
}

function readWastage(row: JsonRecord): Wastage | null {
  const _id = idOf(row);
  if (_id === null) return null;
  const [branch, item] = [reference(row['branch']), reference(row['item']) ?? reference(row['itemId'])];
  const place = shownNames(text(row['branchName']) ?? branch?.name ?? '', text(row['branchNameAlt']));
  const dateTime = instant(row['dateTime']) ?? instant(row['date']) ?? instant(row['createdAt']) ?? '';
  const names = shownNames(text(row['itemName']) ?? item?.name ?? '', text(row['itemNameAlt']));
  const pieces = number(row['pieces']);
  return {
    ...(pieces !== null && { pieces }),
    ...readFields(wastageFields, row, {
      _id,
      number: text(row['number']) ?? _id,
      branchName: place.name,
      branchNameAlt: place.nameAlt,
      dateTime,
      businessDay: text(row['businessDay']) ?? dateTime.slice(0, 10),
      item: item?.id ?? '',
      itemName: names.name,
      itemNameAlt: names.nameAlt,
      qty: quantityOf(row['qty']) ?? quantityOf(row['quantity']) ?? 0,
      unitSymbol: text(row['unitSymbol']) ?? text(row['unit']) ?? '',
    }),
  };
}
