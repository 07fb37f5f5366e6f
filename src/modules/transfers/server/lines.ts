import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { transferLineFields } from '../shapes.ts';
import type { CreateTransferInput } from '../input.ts';
import { toMicro } from '#core/quantity.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { ReturnDestination } from '../kinds.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { reasonColumns } from '#platform/documents/server/reasons.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { lockItems, findQuantityError, loadUnits } from '#modules/units/server/units.ts';
import { loadLotItems } from '#modules/stock/server/lot-book.ts';
import type { TransferHeader, StoredTransferLine } from './rows.ts';

/** A requested line; `path` is its position in the request body, used in errors. */
export type RequestedTransferLine = CreateTransferInput['items'][number] & { path: string };

const selectItems = statement((db, ids: readonly string[]) =>
  db.selectFrom('items').select(['_id', 'itemCode', 'name', 'nameAlt', 'baseUnit']).where('_id', 'in', ids),
);

/**
 * Builds lines from requested goods, with current names and unit ratios.
 *
 * @throws ApiProblem 422 on `items.<n>.itemId`, `.unit`, `.qty`, `.lot` or `.reasonCode`
 */
export async function buildTransferLines(
  ctx: CommandContext,
  header: Pick<TransferHeader, '_id' | 'kind'>,
  requested: readonly RequestedTransferLine[],
  firstPosition = 0,
): Promise<StoredTransferLine[]> {
  if (requested.length === 0) return [];
  const ids = [...new Set(requested.map(({ itemId }) => itemId))];
  await lockItems(ctx.tx, ids);
  const items = new Map((await selectItems(ctx.tx, ids)).map((item) => [item._id, item]));
  const units = await loadUnits(ctx.tx, ids);
  const lotTrackedItems = await loadLotItems(ctx.tx, ids);
  const parseReason = await loadReturnReasons(ctx, header, requested);
  const errors: Record<string, Refusal> = {};
  const lines = requested.flatMap((line, index): StoredTransferLine[] => {
    const reject = (field: string, error: Refusal) => {
      errors[`${line.path}.${field}`] = error;
      return [];
    };
    const item = items.get(line.itemId);
    if (!item) return reject('itemId', refusal('no-such-item'));
    const unit = units.find(line.unit ?? item.baseUnit);
    if (!unit) return reject('unit', refusal('no-such-unit'));
    const ratio = units.ratio(item, unit);
    if (!ratio) return reject('unit', refusal('no-conversion', { unit: unit.symbol, item: item.name }));
    const quantityProblem = findQuantityError(line.qty, unit, ratio);
    if (quantityProblem !== null) return reject('qty', quantityProblem);
    if (line.lot != null && !lotTrackedItems.has(item._id))
      return reject('lot', refusal('not-tracked-by-lot', { item: item.name }));
    const reason = parseReason(line);
    if (!reason.ok) return reject(reason.field, reason.error);
    const orderQtyMicro = toMicro(line.qty);
    return [
      {
        ...buildEmptyRow(transferLineFields),
        ...reason.columns,
        lineId: newId({ now: () => ctx.now }),
        transferId: header._id,
        position: firstPosition + index,
        itemId: item._id,
        itemCode: item.itemCode,
        itemName: item.name,
        itemNameAlt: item.nameAlt,
        unit: unit._id,
        unitSymbol: unit.symbol,
        unitNum: ratio.num,
        unitDen: ratio.den,
        orderQtyMicro,
        unitCostMicro: 0,
        costE4: null,
        lots: line.lot == null ? [] : [{ lot: line.lot, qtyMicro: orderQtyMicro }],
        pendingLots: null,
        returnOf: line.returnOf ?? null,
        note: line.note ?? null,
      },
    ];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return lines;
}

type EnteredReason = Pick<RequestedTransferLine, 'reasonCode' | 'reasonNote'>;
type ReasonParser = (
  entered: EnteredReason,
) =>
  | { ok: true; columns: ReturnType<typeof reasonColumns> & { destination: ReturnDestination | null } }
  | { ok: false; field: 'reasonCode' | 'reasonNote'; error: Refusal };

const selectReturnReasons = statement((db) =>
  db
    .selectFrom('reasons')
    .select(['code', 'name', 'returnsTo', 'requiresNote'])
    .where('isActive', '=', 1)
    .where('forReturn', '=', 1)
    .orderBy('code'),
);

/**
 * Loads return reasons and returns a function that parses an entered reason. A reason determines where the
 * goods go; without a destination they go on hold.
 */
export async function loadReturnReasons(
  { tx }: Pick<CommandContext, 'tx'>,
  { kind }: Pick<TransferHeader, 'kind'>,
  entered: readonly EnteredReason[],
): Promise<ReasonParser> {
  const reasonOptions = entered.some(({ reasonCode }) => reasonCode != null)
    ? await selectReturnReasons(tx)
    : [];
  return ({ reasonCode = null, reasonNote: note = null }) => {
    if (reasonCode === null) return { ok: true, columns: { ...reasonColumns(null), destination: null } };
    const reason = reasonOptions.find(({ code }) => code === reasonCode);
    if (!reason) return { ok: false, field: 'reasonCode', error: refusal('return-reason-none') };
    if (reason.requiresNote === 1 && note === null)
      return { ok: false, field: 'reasonNote', error: refusal('reason-needs-note') };
    const text = note === null ? reason.name : `${reason.name}: ${note}`;
    const destination = kind === 'return' ? ((reason.returnsTo ?? 'hold') as ReturnDestination) : null;
    return { ok: true, columns: { ...reasonColumns({ code: reasonCode, note, text }), destination } };
  };
}
