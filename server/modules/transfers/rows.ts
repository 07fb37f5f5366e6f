import type { Selectable } from 'kysely';
import type { LineLot } from '#domain/orders/lines.ts';
import type { TransferKind, TransferStatus } from '#domain/transfers/kinds.ts';
import type { TransferLifecycleInput } from '#domain/transfers/lifecycle.ts';
import type { TransferLineRow, TransferRow } from '../../db/tables.ts';
import { transferDocument } from '../../documents/registry.ts';
import { documentStore, type LoadedDocument } from '../../documents/store.ts';

export type TransferHeader = Selectable<TransferRow>;

/** A line as the rules read it, with everything else the row holds. */
export interface StoredTransferLine extends Omit<Selectable<TransferLineRow>, 'lots'> {
  lots: LineLot[];
}

/** A transfer in memory: what the rules read, and what is saved. */
export type LoadedTransfer = LoadedDocument<TransferHeader, StoredTransferLine>;

export const transferStore = documentStore<TransferHeader, StoredTransferLine>(transferDocument, {
  frozen: {
    head: ['number', 'kind', 'from', 'to', 'userId', 'userName', 'createdAt', 'isRequest'],
    lines: ['transferId', 'position', 'itemId', 'itemCode', 'itemName', 'itemNameAlt'],
  },
  json: ['lots'],
});

/** The transfer as the rules of moves and edits see it. */
export const transferLifecycleInput = ({ head }: Pick<LoadedTransfer, 'head'>): TransferLifecycleInput => ({
  ...head,
  status: head.status as TransferStatus,
  kind: head.kind as TransferKind,
});
