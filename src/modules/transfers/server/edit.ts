import type { EditTransferLineInput, PatchTransferInput } from '../input.ts';
import { toRow } from '#platform/documents/document-rows.ts';
import { transferSummary, transferLineFields } from '../shapes.ts';
import { listDefinedKeys } from '#platform/documents/edits.ts';
import { lineAddress } from '#platform/documents/line-address.ts';
import { getLineRatio } from '#modules/orders/lines.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { decideTransferEdit } from '../edits.ts';
import { getTransferParties, type TransferParty } from '../lifecycle.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { createReasonParser, reasonColumns } from '#platform/documents/server/reasons.ts';
import { assertPermitted, saveEdit, getPreviousValues } from '#platform/documents/server/write.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { findQuantityError, loadUnits } from '#modules/units/server/units.ts';
import { applyReceivedLots } from '#modules/shipments/server/received-lots.ts';
import { assertPlausibleExpiries } from '#modules/stock/server/expiry-checks.ts';
import { storePendingLots } from './arrival.ts';
import { buildTransferLines, loadReturnReasons, type RequestedTransferLine } from './lines.ts';
import { linkReturnLines } from './returns.ts';
import {
  type StoredTransferLine,
  type LoadedTransfer,
  toTransferLifecycleInput,
  transferStore,
} from './rows.ts';

type TransferEdit = Omit<PatchTransferInput, 'status'>;

/**
 * Edits fields and lines of a transfer, but never its status. The caller must lock it; `check` (stale
 * version) runs last. Updates the transfer in memory.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION for changes that the status doesn't allow, 422 by
 *   field
 */
export async function editTransfer(
  ctx: CommandContext,
  transfer: LoadedTransfer,
  edit: TransferEdit,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  assertPermitted(
    transferStore,
    transfer,
    decideTransferEdit(toTransferLifecycleInput(transfer), ctx.actor, edit),
  );
  const { header } = transfer;
  const { items = [], ...fields } = edit;
  const before = getPreviousValues(header, fields);
  const { changed, removed } = await editLines(ctx, transfer, items);
  Object.assign(header, toRow(transferSummary, fields));
  if (header.status === 'Draft') {
    const paths = new Map(items.map((entry, index) => [entry.lineId, lineAddress(entry, index)]));
    await linkReturnLines(
      ctx,
      header,
      transfer.lines,
      ({ lineId }) => paths.get(lineId) ?? `items.${lineId}`,
    );
  }
  await check();
  Object.assign(header, {
    lineCount: transfer.lines.length,
    ...buildSideVersions(getEditedSides(edit), header.version + 1),
  });
  await saveEdit(ctx, transferStore, transfer, { lines: changed, removed, before, after: edit });
}

/**
 * Returns version columns for the sides that changed in this version, so that a change by one side doesn't
 * make the other side's edits stale.
 */
export const buildSideVersions = (sides: readonly TransferParty[], version: number) => ({
  ...(sides.includes('giver') && { giverVersion: version }),
  ...(sides.includes('taker') && { takerVersion: version }),
});

/**
 * Returns the oldest version on which this actor may base an edit: since then only the other side has changed
 * its own fields.
 */
export function getOldestAcceptedVersion({ header }: LoadedTransfer, actor: CommandContext['actor']): number {
  const parties = getTransferParties(toTransferLifecycleInput({ header }), actor);
  if (parties.size === 0) return header.version;
  return Math.max(
    parties.has('giver') ? header.giverVersion : 0,
    parties.has('taker') ? header.takerVersion : 0,
  );
}

const senderFields: ReadonlySet<string> = new Set([
  'shippedQty',
  'lots',
  'pieces',
  'driver',
  'vehicle',
  'creditExpected',
  'creditReceived',
  'creditNote',
]);
const receiverFields: ReadonlySet<string> = new Set([
  'receivedQty',
  'damagedQty',
  'overQty',
  'receivedLots',
  'receivedReason',
  'photo',
]);

/** Returns the sides to which the edited fields belong; shared fields belong to both. */
function getEditedSides({ items = [], ...fields }: TransferEdit): TransferParty[] {
  const editedFields = [...listDefinedKeys(fields), ...items.flatMap(listDefinedKeys)].filter(
    (key) => key !== 'lineId',
  );
  const onlyEdits = (ownFields: ReadonlySet<string>) => editedFields.every((field) => ownFields.has(field));
  if (onlyEdits(senderFields)) return ['giver'];
  return onlyEdits(receiverFields) ? ['taker'] : ['giver', 'taker'];
}

type LineEntry = EditTransferLineInput & { path: string };

/** An edited or added line with its entry. */
interface Target {
  entry: LineEntry;
  line: StoredTransferLine;
}

async function editLines(
  ctx: CommandContext,
  transfer: LoadedTransfer,
  edits: readonly EditTransferLineInput[],
): Promise<{ changed: StoredTransferLine[]; removed: string[] }> {
  const entries: LineEntry[] = edits.map((entry, index) => ({ ...entry, path: lineAddress(entry, index) }));
  const linesById = new Map(transfer.lines.map((line) => [line.lineId, line]));
  const unknownLines = entries.filter(({ lineId }) => lineId !== undefined && !linesById.has(lineId));
  if (unknownLines.length > 0)
    throw invalid(
      Object.fromEntries(
        unknownLines.map(({ path }) => [`${path}.lineId`, refusal('transfer-no-such-line')]),
      ),
    );
  const removed = new Set(entries.flatMap(({ remove, lineId }) => (remove && lineId ? [lineId] : [])));
  const remaining = entries.filter(({ remove }) => !remove);
  const existingLines = remaining.flatMap((entry): Target[] =>
    entry.lineId ? [{ entry, line: linesById.get(entry.lineId) as StoredTransferLine }] : [],
  );
  const addedLines = await addLines(ctx, transfer, remaining);
  await changeQuantityOrUnit(ctx, existingLines);
  await setReturnReasons(ctx, transfer, existingLines);
  await setReceivedReasons(ctx, existingLines);
  const targets = [...existingLines, ...addedLines];
  await assertPlausibleExpiries(
    ctx.tx,
    ctx.now,
    targets.flatMap(({ entry: { path, lots = [], receivedLots = [] }, line: { itemId } }) => [
      ...lots.map(({ expiry }) => ({ itemId, expiry, field: `${path}.lots` })),
      ...receivedLots.map(({ expiry }) => ({ itemId, expiry, field: `${path}.receivedLots` })),
    ]),
  );
  for (const target of targets) setFields(target);
  await setReceivedLots(ctx, transfer, targets);
  transfer.lines = [
    ...transfer.lines.filter(({ lineId }) => !removed.has(lineId)),
    ...addedLines.map(({ line }) => line),
  ];
  if (transfer.lines.length > 500) throw invalid({ items: refusal('order-most-lines', { n: 500 }) });
  const changedLines = new Set(targets.map(({ line }) => line));
  return { changed: [...changedLines].filter(({ lineId }) => !removed.has(lineId)), removed: [...removed] };
}

/** Applies the receiver's lots to the shipped ones, or stores them until the transfer is shipped. */
async function setReceivedLots(
  ctx: CommandContext,
  { header }: LoadedTransfer,
  targets: readonly Target[],
): Promise<void> {
  if (header.status === 'Sent') return applyReceivedLots(ctx, { branch: header.to }, targets);
  for (const { entry, line } of targets) if (entry.receivedLots) storePendingLots(line, entry.receivedLots);
}

async function addLines(
  ctx: CommandContext,
  { header, lines }: LoadedTransfer,
  entries: readonly LineEntry[],
): Promise<Target[]> {
  const newEntries = entries.filter(({ lineId }) => lineId === undefined);
  const lastPosition = lines.at(-1)?.position ?? -1;
  const addedLines = await buildTransferLines(
    ctx,
    header,
    newEntries as RequestedTransferLine[],
    lastPosition + 1,
  );
  return addedLines.map((line, index) => ({ line, entry: newEntries[index] as LineEntry }));
}

/** Changes the quantity or unit of existing lines. */
async function changeQuantityOrUnit({ tx }: CommandContext, targets: readonly Target[]): Promise<void> {
  const quantityChanges = targets.filter(({ entry }) => entry.qty !== undefined || entry.unit !== undefined);
  if (quantityChanges.length === 0) return;
  const units = await loadUnits(
    tx,
    quantityChanges.map(({ line }) => line.itemId),
  );
  const items = await tx
    .selectFrom('items')
    .select(['_id', 'baseUnit'])
    .where(
      '_id',
      'in',
      quantityChanges.map(({ line }) => line.itemId),
    )
    .execute();
  for (const { entry, line } of quantityChanges) {
    const unit = units.find(entry.unit ?? line.unit);
    const item = items.find(({ _id }) => _id === line.itemId);
    if (!unit || !item) throw invalid({ [`${entry.path}.unit`]: refusal('no-such-unit') });
    const ratio = units.ratio(item, unit);
    if (!ratio)
      throw invalid({
        [`${entry.path}.unit`]: refusal('no-conversion', { unit: unit.symbol, item: line.itemName }),
      });
    const qty = entry.qty ?? fromMicro(line.orderQtyMicro);
    const error = findQuantityError(qty, unit, ratio);
    if (error !== null) throw invalid({ [`${entry.path}.qty`]: error });
    const onlyLot =
      line.lots.length === 1 && line.lots[0]?.qtyMicro === line.orderQtyMicro ? line.lots[0] : null;
    // A shipped quantity that equals the old quantity changes with it; if the unit changes, it is cleared.
    const keepsShipped = line.shippedQtyMicro !== line.orderQtyMicro && unit._id === line.unit;
    if (!keepsShipped) line.shippedQtyMicro = null;
    Object.assign(line, {
      unit: unit._id,
      unitSymbol: unit.symbol,
      unitNum: ratio.num,
      unitDen: ratio.den,
      orderQtyMicro: toMicro(qty),
    });
    // A single lot for the whole quantity changes with it; several lots must be entered again.
    line.lots = onlyLot ? [{ ...onlyLot, qtyMicro: line.orderQtyMicro }] : [];
  }
}

async function setReturnReasons(
  ctx: CommandContext,
  { header }: LoadedTransfer,
  targets: readonly Target[],
): Promise<void> {
  const reasonEdits = targets.filter(
    ({ entry }) => entry.reasonCode !== undefined || entry.reasonNote !== undefined,
  );
  const parseReason = await loadReturnReasons(
    ctx,
    header,
    reasonEdits.map(({ entry, line }) => mergeReturnReason(entry, line)),
  );
  for (const { entry, line } of reasonEdits) {
    const reason = parseReason(mergeReturnReason(entry, line));
    if (!reason.ok) throw invalid({ [`${entry.path}.${reason.field}`]: reason.error });
    Object.assign(line, reason.columns);
  }
}

/** Sets the receiver's reasons for differences. */
async function setReceivedReasons({ tx }: CommandContext, targets: readonly Target[]): Promise<void> {
  const reasonEdits = targets.filter(({ entry }) => entry.receivedReason !== undefined);
  const parseReason = await createReasonParser(
    tx,
    reasonEdits.map(({ entry }) => entry.receivedReason),
  );
  for (const { entry, line } of reasonEdits) {
    const { reason, reasonCode, reasonNote } = reasonColumns(parseReason(entry.receivedReason));
    Object.assign(line, {
      receivedReason: reason,
      receivedReasonCode: reasonCode,
      receivedReasonNote: reasonNote,
    });
  }
}

/** Merges the edit with the stored reason; omitted parts keep their value. */
const mergeReturnReason = ({ reasonCode, reasonNote }: LineEntry, line: StoredTransferLine) => ({
  reasonCode: reasonCode === undefined ? line.reasonCode : reasonCode,
  reasonNote: reasonNote === undefined ? line.reasonNote : reasonNote,
});

function setFields({ entry, line }: Target): void {
  const createError = (field: string, error: ReturnType<typeof refusal>) =>
    invalid({ [`${entry.path}.${field}`]: error });
  for (const field of ['shippedQty', 'receivedQty', 'damagedQty', 'overQty'] as const) {
    const qty = entry[field];
    const error =
      qty == null
        ? null
        : findQuantityError(qty, { symbol: line.unitSymbol, wholeOnly: 0 }, getLineRatio(line));
    if (error !== null) throw createError(field, error);
  }
  const {
    lineId,
    itemId,
    qty,
    unit,
    lot,
    reasonCode,
    reasonNote,
    lots,
    receivedLots,
    receivedReason,
    remove,
    path,
    ...otherFields
  } = entry;
  Object.assign(line, toRow(transferLineFields, otherFields));
  if (lot !== undefined && lineId !== undefined)
    line.lots = lot === null ? [] : [{ lot, qtyMicro: line.orderQtyMicro }];
  if (lots)
    line.lots = lots.map(({ qty: lotQty, ...lotEntry }) => ({ ...lotEntry, qtyMicro: toMicro(lotQty) }));
  const lotMicro = line.lots.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
  if (lotMicro > (line.shippedQtyMicro ?? line.orderQtyMicro)) {
    if (lots) throw createError('lots', refusal('lots-exceed-picked'));
    const [first, ...otherLots] = line.lots;
    line.lots = first && otherLots.length === 0 ? [{ ...first, qtyMicro: line.shippedQtyMicro ?? 0 }] : [];
  }
}
