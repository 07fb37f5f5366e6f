import { returnableLine, type Transfer, transfer } from '../../shapes.ts';
import type { CreateTransferInput, PatchTransferInput } from '../../input.ts';
import type { ListFilters } from '#platform/documents/document-list.ts';
import type { transferList } from '../../list.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { documentReader, readObject, readRows } from '#platform/web/queries/read-shape.ts';
import { documentCalls, pickAllowedPage } from '#platform/documents/web/queries/document-calls.ts';
import { transferActionMessages } from '../action-messages.ts';

export type TransferFilters = ListFilters<typeof transferList>;

const calls = documentCalls<Transfer>({
  collection: 'transfers',
  read: documentReader(transfer),
  invalidates: ['stock_data', 'discrepancies_data'],
  editPath: (id) =>
    `${pickAllowedPage('/branch-order/inventory-control/transfers', '/inventory/transfers')}${id === '' ? '' : `?row=${id}`}`,
});

/** Queries transfers and returns without lines, newest first by default. */
export const transfersQuery = (filters: TransferFilters = {}) => calls.list(filters);

/** Queries one transfer with its lines and available actions. */
export const transferQuery = calls.one;

/** Returns the current transfer from a version conflict; null for any other failure. */
export const getCurrentTransfer = calls.current;

/** Creates a draft. `toName` is shown in the queue. */
export const createTransferAction = calls.create<{
  localId: string;
  toName: string;
  input: CreateTransferInput;
}>({
  name: 'create',
  label: ({ toName }) => getMessages(transferActionMessages).create(toName),
});

/** Changes a transfer or its lines; never the status. */
export const editTransferAction = calls.change<Omit<PatchTransferInput, 'status'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => getMessages(transferActionMessages).change(record.number),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Changes the status of a transfer. */
export const moveTransferAction = calls.change<{ status: NonNullable<PatchTransferInput['status']> }>({
  name: 'move',
  method: 'patch',
  label: ({ record, input }) => getMessages(transferActionMessages).move(record.number, input.status),
  dedupeKey: ({ status }) => status,
});

/** Returns a transfer that is still being created, for actions queued after its creation. */
export const buildUnsavedTransfer = (localId: string, toName: string): Transfer =>
  readObject(transfer, { _id: localId, number: toName, toName });

/**
 * Queries the received lines of a location that can still be returned to their sender, newest first.
 */
export const returnableQuery = (filters: { from: string; to: string }) =>
  readQuery({
    collection: 'transfers_data',
    key: ['returnable', filters],
    lifetime: 'orders',
    path: 'transfers/returnable',
    search: filters,
    read: (reply) => readRows(reply, returnableLine),
  });
