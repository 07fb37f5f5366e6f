import type { Selectable } from 'kysely';
import type { LineLot } from '#modules/orders/lines.ts';
import type { TransferKind, TransferStatus } from '../kinds.ts';
import type { TransferLifecycleInput } from '../lifecycle.ts';
import type { TransferLineRow, TransferRow } from '#platform/server/db/tables.ts';
import { transferDocument } from './definition.ts';
import { createDocumentStore, type LoadedDocument } from '#platform/documents/server/store.ts';

export type TransferHeader = Selectable<TransferRow>;

/** A stored line with its lots parsed. */
export interface StoredTransferLine extends Omit<Selectable<TransferLineRow>, 'lots'> {
  lots: LineLot[];
}

/** A transfer in memory, with its lines. */
export type LoadedTransfer = LoadedDocument<TransferHeader, StoredTransferLine>;

export const transferStore = createDocumentStore<TransferHeader, StoredTransferLine>(transferDocument, {
  immutableColumns: {
    header: ['number', 'kind', 'from', 'to', 'userId', 'userName', 'createdAt', 'isRequest'],
    lines: ['transferId', 'position', 'itemId', 'itemCode', 'itemName', 'itemNameAlt'],
  },
  json: ['lots'],
});

/** Converts a transfer to the input of the lifecycle rules. */
export const toTransferLifecycleInput = ({
  header,
}: Pick<LoadedTransfer, 'header'>): TransferLifecycleInput => ({
  ...header,
  status: header.status as TransferStatus,
  kind: header.kind as TransferKind,
});
