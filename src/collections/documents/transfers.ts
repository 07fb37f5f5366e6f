import { readFields, readQuantity } from '#contract/read-shape.ts';
import {
  transferSummary,
  transferLineFields,
  type Transfer,
  type TransferLine,
} from '#contract/shapes/transfers.ts';
import type { CreateTransferInput, PatchTransferInput, ReturnableLine } from '#contract/transfers.ts';
import {
  readId,
  type JsonRecord,
  parseList as listOf,
  readNumberValue,
  readReference,
  readText,
} from '#contract/tolerant.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readQuery } from '../read-query.ts';
import { documentCalls, pickAllowedPage } from './document-calls.ts';
import { readLot, readOtherLot, readRecords } from '../orders/read.ts';
import { readStep } from './history.ts';
import { transferActionMessages } from './transfer-messages.ts';

/** Filters of `GET /transfers`, named as on the wire. Omitted: all. */
export interface TransferFilters {
  kind?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

const calls = documentCalls<Transfer>({
  collection: 'transfers',
  read: readTransfer,
  renews: ['stock_data', 'discrepancies_data'],
  editPath: (id) =>
    `${pickAllowedPage('/branch-order/inventory-control/transfers', '/inventory/transfers')}${id === '' ? '' : `?row=${id}`}`,
});

/** Queries transfers and returns without lines, newest first by default. */
export const transfersQuery = (filters: TransferFilters = {}) => calls.list(filters);

/** Queries one transfer with its lines and available actions. */
export const transferQuery = calls.one;

/** Returns the current transfer from a version conflict; null for any other failure. */
export const currentTransfer = calls.current;

/** Creates a draft. `toName` is its label in the queue. */
export const createTransferAction = calls.create<{
  localId: string;
  toName: string;
  input: CreateTransferInput;
}>({
  name: 'create',
  label: ({ toName }) => messagesOf(transferActionMessages).create(toName),
});

/** Changes a transfer or its lines; never the status. */
export const editTransferAction = calls.change<Omit<PatchTransferInput, 'status'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => messagesOf(transferActionMessages).change(record.number),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Changes the status of a transfer. */
export const moveTransferAction = calls.change<{ status: NonNullable<PatchTransferInput['status']> }>({
  name: 'move',
  method: 'patch',
  label: ({ record, input }) => messagesOf(transferActionMessages).move(record.number, input.status),
  dedupeKey: ({ status }) => status,
});

/** Returns a transfer that is being created, for actions that follow its creation. */
export const unsavedTransfer = (localId: string, toName: string): Transfer =>
  readTransfer({ _id: localId, number: toName, toName }) as Transfer;

/**
 * Queries the received lines of a location that can still be returned to their sender, last received first.
 */
export const returnableQuery = (filters: { from: string; to: string }) =>
  readQuery({
    collection: 'transfers_data',
    key: ['returnable', filters],
    lifetime: 'orders',
    path: 'transfers/returnable',
    search: filters,
    read: (reply) => listOf(reply.data, readReturnable).rows,
  });

function readReturnable(row: JsonRecord): ReturnableLine | null {
  const lineId = readText(row['lineId']);
  if (lineId === null) return null;
  const names = shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt']));
  const qty = (name: string) => readQuantity(row[name]) ?? 0;
  return {
    lineId,
    documentNo: readText(row['documentNo']) ?? '',
    receivedAt: readText(row['receivedAt']) ?? '',
    itemId: readReference(row['itemId'])?.id ?? '',
    itemCode: readText(row['itemCode']) ?? '',
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unit: readReference(row['unit'])?.id ?? '',
    unitSymbol: readText(row['unitSymbol']) ?? '',
    receivedQty: qty('receivedQty'),
    returnedQty: qty('returnedQty'),
    leftQty: qty('leftQty'),
    lots: readRecords(row['lots']).map((lot) => ({
      lot: readText(lot['lot']) ?? '',
      expiry: readText(lot['expiry']),
      leftQty: readQuantity(lot['leftQty']) ?? 0,
    })),
  };
}

function readTransfer(row: JsonRecord): Transfer | null {
  const _id = readId(row);
  if (_id === null) return null;
  const place = (name: 'from' | 'to') =>
    shownNames(
      readText(row[`${name}Name`]) ?? readReference(row[name])?.name ?? '',
      readText(row[`${name}NameAlt`]),
    );
  const [from, to] = [place('from'), place('to')];
  const lines = readRecords(row['items']);
  return {
    ...readFields(transferSummary, row, {
      _id,
      number: readText(row['number']) ?? _id,
      fromName: from.name,
      fromNameAlt: from.nameAlt,
      toName: to.name,
      toNameAlt: to.nameAlt,
      lineCount: readNumberValue(row['lineCount']) ?? lines.length,
    }),
    items: lines.map(readLine),
    statusHistory: readRecords(row['statusHistory']).map(readStep),
    allowedMoves: [],
  };
}

function readLine(row: JsonRecord, index: number): TransferLine {
  const names = shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt']));
  const otherLots = readRecords(row['otherLots']).map(readOtherLot);
  const line: TransferLine = readFields(transferLineFields, row, {
    lineId: readText(row['lineId']) ?? String(index),
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unitNum: readNumberValue(row['unitNum']) ?? 1,
    unitDen: readNumberValue(row['unitDen']) ?? 1,
    lots: readRecords(row['lots']).map(readLot),
  });
  return otherLots.length > 0 ? { ...line, otherLots } : line;
}
