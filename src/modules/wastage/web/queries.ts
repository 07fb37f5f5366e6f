import { type Wastage, wastage } from '../shapes.ts';
import { type JsonRecord, readInstant, readText } from '#platform/shapes/tolerant.ts';
import type { ListFilters } from '#platform/documents/document-list.ts';
import type { wastageList } from '../list.ts';
import type { WastageInput } from '../input.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';
import { documentCalls } from '#platform/documents/web/queries/document-calls.ts';
import { wastageMessages } from './action-messages.ts';

export type WastageFilters = ListFilters<typeof wastageList>;

const calls = documentCalls<Wastage>({
  collection: 'wastage',
  read: readWastage,
  invalidates: ['stock_data'],
  editPath: (id) => `/branch-order/wastage${id === '' ? '' : `?row=${id}`}`,
});

/** Queries waste records, newest first by default. */
export const wastageQuery = (filters: WastageFilters = {}) => calls.list(filters);

/** Queries one waste record. */
export const wasteRecordQuery = calls.one;

/** Returns the current record from a version conflict; null for any other failure. */
export const getCurrentWastage = calls.current;

/** Records waste. */
export const recordWastageAction = calls.create<{ localId: string; itemName: string; input: WastageInput }>({
  name: 'record',
  label: ({ itemName }) => getMessages(wastageMessages).record(itemName),
});

/** Changes a record: if item, quantity or location differ, the server reverses and reposts it. */
export const changeWastageAction = calls.change<WastageInput>({
  name: 'change',
  method: 'put',
  label: ({ record }) => getMessages(wastageMessages).change(record.number),
});

/**
 * Reverses a posted record: its stock is restored, and the record is kept as reversed. A draft is deleted.
 */
export const reverseWastageAction = calls.remove({
  name: 'reverse',
  label: ({ record }) => getMessages(wastageMessages).reverse(record.number),
});

/** Reads a waste record, including the field names that other servers use. */
function readWastage(row: JsonRecord): Wastage | null {
  const dateTime = readInstant(row['dateTime']) ?? readInstant(row['date']) ?? readInstant(row['createdAt']);
  return readRecord({
    ...row,
    dateTime,
    businessDay: readText(row['businessDay']) ?? dateTime?.slice(0, 10),
    item: row['item'] ?? row['itemId'],
    qty: row['qty'] ?? row['quantity'],
    unitSymbol: readText(row['unitSymbol']) ?? row['unit'],
  });
}

const readRecord = createReader(wastage);
