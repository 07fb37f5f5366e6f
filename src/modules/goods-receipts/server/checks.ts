import { findMeasurementProblem, getTemperatureBounds } from '#modules/orders/temperature.ts';
import { getFreshness } from '#modules/lots/freshness.ts';
import { buildLotCode, resolveEnteredLot } from '#modules/lots/lot-rules.ts';
import { type Actor, hasFlag } from '#core/permissions.ts';
import { toStoredTotal, sumExact } from '#core/exact-totals.ts';
import { fromPriceMicro } from '#core/money.ts';
import {
  computeAgreedPriceMicro,
  computeFulfilledQuantity,
  isAtAgreedPrice,
} from '#modules/purchase-orders/order-fulfilment.ts';
import { findRemainingLifeError, compareReceivedWithOrdered } from '../receipt-lines.ts';
import { fromMicro } from '#core/quantity.ts';
import { isGreater, exactZero } from '#core/exact.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { isNotBlank } from '#core/text.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { loadTolerances } from '#modules/purchase-orders/server/tolerances.ts';
import { loadLotsByCode } from '#modules/stock/server/lot-book.ts';
import type { DraftReceiptLine } from './lines.ts';
import { loadReceived } from './ordered-quantities.ts';
import type { ReceiptHeader } from './rows.ts';

const selectReceivingRules = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('items')
    .select([
      '_id',
      'itemCode',
      'name',
      'trackLots',
      'trackExpiry',
      'shelfLifeDays',
      'receivingMinTemp',
      'receivingMaxTemp',
      'receivingPhoto',
      'receivingMinLifeDays',
      'rejectsShortShelfLife',
    ])
    .where('_id', 'in', ids),
);
export type ReceivingRules = Awaited<ReturnType<typeof selectReceivingRules>>[number];

/** Loads the receiving rules of items, by id. */
export async function loadReceivingRules(
  tx: Parameters<typeof selectReceivingRules>[0],
  ids: readonly string[],
) {
  const rows = ids.length === 0 ? [] : await selectReceivingRules(tx, [...new Set(ids)]);
  return new Map(rows.map((row) => [row._id, row]));
}

/**
 * Asserts that lines may be received: quantity and price within tolerance (or with permission and a reason),
 * a reason for rejections, and the temperature, remaining shelf life, lot and photo that items require.
 *
 * @param earlierErrors errors found earlier, to be reported together with these
 * @throws ApiProblem 422 with errors keyed by `items.<n>.<field>`
 */
export async function assertAcceptable(
  tx: Tx,
  actor: Actor,
  header: Pick<ReceiptHeader, 'supplier' | 'businessDay'>,
  drafts: readonly DraftReceiptLine[],
  earlierErrors: Readonly<Record<string, Refusal>>,
): Promise<void> {
  const rules = await loadReceivingRules(
    tx,
    drafts.map(({ line }) => line.itemId),
  );
  const errors: Record<string, Refusal> = { ...earlierErrors };
  const canExceed = hasFlag(actor, 'canEdit');
  const reportExcess = (
    { line, path }: DraftReceiptLine,
    field: 'qty' | 'price',
    { forbidden, reason }: { forbidden: Refusal; reason: Refusal },
  ) => {
    if (!canExceed) errors[`${path}.${field}`] = forbidden;
    else if (!isNotBlank(line.reason)) errors[`${path}.reason`] ??= reason;
  };
  const draftsByOrderLine = Map.groupBy(drafts, ({ orderLine }) => orderLine);
  const orderLines = [...draftsByOrderLine.keys()].filter((line) => line !== null);
  const getTolerances = await loadTolerances(
    tx,
    header.supplier,
    orderLines.map(({ itemId }) => itemId),
  );
  const receivedBefore = await loadReceived(tx, orderLines);
  for (const orderLine of orderLines) {
    const lines = draftsByOrderLine.get(orderLine) ?? [];
    const tolerances = getTolerances(orderLine.itemId);
    const receivedNow = sumExact(lines.map(({ line }) => computeFulfilledQuantity(line, orderLine)));
    const total = sumExact([receivedBefore(orderLine.lineId).received, receivedNow]);
    if (
      isGreater(receivedNow, exactZero) &&
      compareReceivedWithOrdered(orderLine, total, tolerances) === 'over'
    ) {
      const symbol = orderLine.unitSymbol;
      const params = {
        item: orderLine.itemName,
        received: `${fromMicro(toStoredTotal(total, orderLine.qtyMicro))} ${symbol}`,
        ordered: `${fromMicro(orderLine.qtyMicro)} ${symbol}`,
      };
      for (const line of lines)
        reportExcess(line, 'qty', {
          forbidden: refusal('receipt-over-forbidden', params),
          reason: refusal('receipt-over-reason', params),
        });
    }
  }
  const lots = await loadLineLots(tx, drafts, header.businessDay);
  for (const draft of drafts) {
    const rule = rules.get(draft.line.itemId);
    if (!rule) continue;
    for (const [field, error] of findArrivalErrors(draft, rule, lots(draft), header.businessDay))
      errors[`${draft.path}.${field}`] ??= error;
  }
  for (const draft of drafts) {
    const { line, orderLine } = draft;
    if (orderLine === null || line.qtyMicro + line.rejectedQtyMicro === 0) continue;
    if (`${draft.path}.price` in earlierErrors) continue;
    if (isAtAgreedPrice(line, orderLine, getTolerances(orderLine.itemId))) continue;
    const params = {
      item: line.itemName,
      price: String(fromPriceMicro(line.priceMicro)),
      agreed: String(fromPriceMicro(computeAgreedPriceMicro(line, orderLine) ?? 0)),
      unit: line.unitSymbol,
    };
    reportExcess(draft, 'price', {
      forbidden: refusal('receipt-price-forbidden', params),
      reason: refusal('receipt-price-reason', params),
    });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function findArrivalErrors(
  { line }: DraftReceiptLine,
  rule: ReceivingRules,
  { lot, expiry, counter }: LineLot,
  day: string,
): [field: string, error: Refusal][] {
  const errors: [string, Refusal][] = [];
  const hasReason = isNotBlank(line.reason);
  if (line.rejectedQtyMicro > 0 && !hasReason) errors.push(['reason', refusal('receipt-reject-reason')]);
  const isAccepted = line.baseQtyMicro > 0;
  if (isAccepted) {
    const temperature = findMeasurementProblem(getTemperatureBounds(rule), line);
    if (temperature !== null) errors.push(['temperature', temperature]);
    const tracking = { trackLots: rule.trackLots === 1, trackExpiry: rule.trackExpiry === 1 };
    const enteredLot = resolveEnteredLot({ ...rule, ...tracking }, { lot, expiry }, day, counter);
    if (!enteredLot.ok)
      for (const field of ['lot', 'expiry'] as const) {
        const error = enteredLot.errors[field];
        if (error) errors.push([field, error]);
      }
    const daysLeft = getFreshness(expiry, day)?.daysLeft ?? null;
    const lifeRule = { minDays: rule.receivingMinLifeDays, isStrict: rule.rejectsShortShelfLife === 1 };
    const lifeError = findRemainingLifeError(daysLeft, lifeRule);
    const params = { item: line.itemName, left: String(daysLeft ?? 0) };
    if (lifeError === 'rejected')
      errors.push([
        'expiry',
        refusal('receipt-shelf-life-too-short', { ...params, n: lifeRule.minDays ?? 0 }),
      ]);
    if (lifeError === 'needsReason' && !hasReason)
      errors.push(['reason', refusal('receipt-shelf-life-reason', params)]);
  }
  const isDelivered = isAccepted || line.rejectedQtyMicro > 0;
  if (rule.receivingPhoto === 1 && isDelivered && line.hasPhoto === 0 && !isNotBlank(line.note))
    errors.push(['photo', refusal('photo-required', { item: line.itemName })]);
  return errors;
}

/**
 * The lot of a line with its expiry, as entered or already stored, and the next free counter for a generated
 * code.
 */
interface LineLot {
  lot: string | null;
  expiry: string | null;
  counter: number;
}

async function loadLineLots(
  tx: Tx,
  drafts: readonly DraftReceiptLine[],
  day: string,
): Promise<(draft: DraftReceiptLine) => LineLot> {
  const withLot = drafts.flatMap(({ line: { itemId, lot } }) => (lot === null ? [] : [{ itemId, lot }]));
  const knownLots = withLot.length > 0 ? await loadLotsByCode(tx, withLot) : [];
  const withoutLot = drafts.filter(({ line: { lot } }) => lot === null).map(({ line: { itemId } }) => itemId);
  const usedCodes =
    withoutLot.length > 0
      ? new Set((await selectLotCodesOfDay(tx, withoutLot, day)).map(({ code }) => code))
      : null;
  return ({ line: { itemId, itemCode, lot, expiry } }) => {
    let counter = 1;
    while (usedCodes?.has(buildLotCode(itemCode, day, counter))) counter += 1;
    const existing = knownLots.find((lotRow) => lotRow.itemId === itemId && lotRow.code === lot);
    return { lot, expiry: expiry ?? existing?.expiry ?? null, counter };
  };
}

/** Codes of the lots of items that originated on a day. */
const selectLotCodesOfDay = statement((db, itemIds: readonly string[], day: string) =>
  db.selectFrom('lots').select('code').where('itemId', 'in', itemIds).where('originDay', '=', day),
);
