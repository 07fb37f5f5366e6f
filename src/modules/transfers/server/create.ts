import type { CreateTransferInput } from '../input.ts';
import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { transferSummary } from '../shapes.ts';
import { type Actor, getOwnLocations, canActAtLocation } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import { insertDocument, newDocumentHeader } from '#platform/documents/server/write.ts';
import { transferDocument } from './definition.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import { buildTransferLines } from './lines.ts';
import { linkReturnLines } from './returns.ts';
import { type TransferHeader, type LoadedTransfer, transferStore } from './rows.ts';

/**
 * Creates a draft, either by the sender or as a request by the receiver; stock doesn't change.
 *
 * @throws ApiProblem 403 if neither location is the actor's, 422 by field
 */
export async function createTransfer(
  ctx: CommandContext,
  input: CreateTransferInput,
): Promise<LoadedTransfer> {
  const { tx, actor } = ctx;
  const { from, to } = await loadParties(tx, actor, input);
  const isSender = canActAtLocation(actor, from._id);
  if (!isSender && (input.kind === 'supplier-return' || !canActAtLocation(actor, to._id)))
    throw forbidden(refusal('transfer-not-yours'));
  const header: TransferHeader = {
    ...(await newTransferHeader(ctx)),
    kind: input.kind,
    from: from._id,
    fromName: from.name,
    fromNameAlt: from.nameAlt,
    to: to._id,
    toName: to.name,
    toNameAlt: to.nameAlt,
    isRequest: isSender ? 0 : 1,
    notes: input.notes ?? null,
    lineCount: input.items.length,
  };
  const lines = await buildTransferLines(
    ctx,
    header,
    input.items.map((line, index) => ({ ...line, path: `items.${index}` })),
  );
  await linkReturnLines(ctx, header, lines, ({ position }) => `items.${position}`);
  const { number, kind } = header;
  const after = { number, kind, from: from._id, to: to._id, lines: lines.length };
  return insertDocument(ctx, transferStore, { header, lines }, { after });
}

/** Returns the header fields of a new draft that don't depend on the parties. */
export async function newTransferHeader(ctx: CommandContext) {
  return {
    ...buildEmptyRow(transferSummary),
    ...newDocumentHeader(ctx, 'Draft'),
    number: await takeDocumentNumber(ctx.tx, transferDocument, ctx.now),
    hasDiscrepancy: 0,
    arrivedBy: null,
    sentDay: null,
    receivedDay: null,
    costE4: null,
    cycle: 0,
    giverVersion: 1,
    takerVersion: 1,
  } satisfies Partial<TransferHeader>;
}

const partyColumns = ['_id', 'name', 'nameAlt', 'isActive'] as const;
const selectBranch = statement((db, id: string) =>
  db.selectFrom('branches').select(partyColumns).where('_id', '=', id),
);
const selectSupplier = statement((db, id: string) =>
  db.selectFrom('suppliers').select(partyColumns).where('_id', '=', id),
);

/**
 * Loads sender and receiver; the sender defaults to the actor's only location.
 *
 * @throws ApiProblem 422 on `from` or `to`
 */
async function loadParties(db: Queryable, actor: Actor, { kind, from, to }: CreateTransferInput) {
  const ownPlaces = getOwnLocations(actor)?.filter((place) => place !== to);
  const senderId = from ?? (ownPlaces?.length === 1 ? ownPlaces[0] : undefined);
  if (senderId === undefined) throw invalid({ from: refusal('transfer-from-needed') });
  if (senderId === to) throw invalid({ to: refusal('transfer-same-place') });
  const isToSupplier = kind === 'supplier-return';
  const [sender] = await selectBranch(db, senderId);
  const [receiver] = await (isToSupplier ? selectSupplier : selectBranch)(db, to);
  if (!sender) throw invalid({ from: refusal('no-such-place') });
  if (!receiver) throw invalid({ to: refusal(isToSupplier ? 'no-such-supplier' : 'no-such-place') });
  // An archived location can still send its stock but can't receive any.
  if (receiver.isActive !== 1) throw invalid({ to: refusal('is-archived', { name: receiver.name }) });
  return { from: sender, to: receiver };
}
