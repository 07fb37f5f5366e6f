import { measuredProblem, temperatureBounds } from '#domain/orders/temperature.ts';
import { freshnessOf } from '#domain/lots/freshness.ts';
import { expiryAfter } from '#domain/lots/lots.ts';
import { type Actor, hasFlag } from '#domain/permissions.ts';
import { isBeyondTolerance, lifeFault } from '#domain/purchasing/receipts.ts';
import { fromMicro } from '#domain/quantity.ts';
import { type Refusal, refusal } from '#domain/refusals/refusal.ts';
import { isSaid } from '#domain/text.ts';
import { tolerancesOf } from '#domain/tolerances/tolerances.ts';
import { statement } from '../../db/statements.ts';
import type { Tx } from '../../db/types.ts';
import { invalid } from '../../http/problems.ts';
import { lotsNamed } from '../stock/lot-book.ts';
import type { MadeLine } from './lines.ts';
import type { Head } from './rows.ts';

const tolerances = [
  'overReceiptPercentMicro',
  'overReceiptQtyMicro',
  'shortReceiptPercentMicro',
  'shortReceiptQtyMicro',
  'priceTolerancePercentMicro',
] as const;

const rulesById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('items')
    .select([
      '_id',
      'trackLots',
      'trackExpiry',
      'shelfLifeDays',
      'receivingMinTemp',
      'receivingMaxTemp',
      'receivingPhoto',
      'receivingMinLifeDays',
      'receivingLifeRefused',
      ...tolerances,
    ])
    .where('_id', 'in', ids),
);
const supplierById = statement((db, id: string) =>
  db.selectFrom('suppliers').select(tolerances).where('_id', '=', id),
);

export type ItemRules = Awaited<ReturnType<typeof rulesById>>[number];

/** What items ask for when they come, by id. */
export async function readRules(tx: Parameters<typeof rulesById>[0], ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await rulesById(tx, [...new Set(ids)]);
  return new Map(rows.map((row) => [row._id, row]));
}

export async function readSupplierTolerances(tx: Parameters<typeof supplierById>[0], supplier: string) {
  const [row] = await supplierById(tx, supplier);
  return row ?? null;
}

/**
 * Refuses what may not come like this: more than the tolerance leaves (without the right or a reason), rejected without a
 * reason, too warm, too old, without the day or the photo that its item asks for. Every line at once.
 *
 * @throws ApiProblem 422 by `items.<n>.` and the field.
 */
export async function refuseUnfit(
  tx: Tx,
  actor: Actor,
  head: Pick<Head, 'supplier' | 'businessDay'>,
  made: readonly MadeLine[],
): Promise<void> {
  const rules = await readRules(
    tx,
    made.flatMap(({ line, ordered }) => [line.itemId, ...(ordered ? [ordered.itemId] : [])]),
  );
  const faults: Record<string, Refusal> = {};
  const supplier = await readSupplierTolerances(tx, head.supplier);
  for (const [ordered, lines] of Map.groupBy(made, ({ ordered: of }) => of)) {
    if (ordered === null) continue;
    const moreMicro = lines.reduce((sum, { line }) => sum + (line.coversQtyMicro ?? 0), 0);
    const leeway = tolerancesOf(rules.get(ordered.itemId) ?? null, supplier);
    if (!isBeyondTolerance(ordered, moreMicro, leeway)) continue;
    const of = ordered.unitSymbol;
    const params = {
      item: ordered.itemName,
      received: `${fromMicro(ordered.receivedQtyMicro + moreMicro)} ${of}`,
      ordered: `${fromMicro(ordered.qtyMicro)} ${of}`,
    };
    const isTheirs = hasFlag(actor, 'canEdit');
    for (const { line, path } of lines)
      if (!isTheirs) faults[`${path}.qty`] = refusal('receipt-over-right', params);
      else if (!isSaid(line.reason)) faults[`${path}.reason`] = refusal('receipt-over-reason', params);
  }
  const expiries = await expiriesOf(tx, head, made, rules);
  for (const one of made) {
    const rule = rules.get(one.line.itemId);
    if (!rule) continue;
    for (const [field, why] of arrivalFaults(one, rule, expiries(one), head.businessDay))
      faults[`${one.path}.${field}`] ??= why;
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

function arrivalFaults(
  { line }: MadeLine,
  rule: ItemRules,
  expiry: string | null,
  day: string,
): [field: string, why: Refusal][] {
  const found: [string, Refusal][] = [];
  const hasReason = isSaid(line.reason);
  if (line.rejectedQtyMicro > 0 && !hasReason) found.push(['reason', refusal('receipt-reject-reason')]);
  const came = line.baseQtyMicro > 0;
  if (came) {
    const temperature = measuredProblem(temperatureBounds(rule), line);
    if (temperature !== null) found.push(['temperature', temperature]);
    const isDated = rule.trackExpiry === 1;
    if (isDated && expiry === null)
      found.push(['expiry', refusal('receipt-expiry-needed', { item: line.itemName })]);
    const left = freshnessOf(expiry, day)?.daysLeft ?? null;
    const life = { minDays: rule.receivingMinLifeDays, isRefused: rule.receivingLifeRefused === 1 };
    const fault = lifeFault(left, life);
    const params = { item: line.itemName, left: String(left ?? 0) };
    if (fault === 'refused')
      found.push(['expiry', refusal('receipt-life-refused', { ...params, n: life.minDays ?? 0 })]);
    if (fault === 'asks' && !hasReason) found.push(['reason', refusal('receipt-life-asks', params)]);
  }
  const isSeen = came || line.rejectedQtyMicro > 0;
  if (rule.receivingPhoto === 1 && isSeen && line.hasPhoto === 0 && !isSaid(line.note))
    found.push(['photo', refusal('photo-asked', { item: line.itemName })]);
  return found;
}

/** Until when what comes by a line is good: as said, as its lot is known to be, or by the item's shelf life. */
async function expiriesOf(
  tx: Tx,
  { businessDay }: Pick<Head, 'businessDay'>,
  made: readonly MadeLine[],
  rules: ReadonlyMap<string, ItemRules>,
): Promise<(made: MadeLine) => string | null> {
  const named = made.flatMap(({ line: { itemId, lot, expiry } }) =>
    lot !== null && expiry === null ? [{ itemId, lot }] : [],
  );
  const lots = named.length > 0 ? await lotsNamed(tx, named) : [];
  return ({ line }) => {
    if (line.expiry !== null) return line.expiry;
    const lot = lots.find(({ itemId, code }) => itemId === line.itemId && code === line.lot);
    const rule = rules.get(line.itemId);
    if (lot?.expiry) return lot.expiry;
    return rule ? expiryAfter(businessDay, { ...rule, trackExpiry: rule.trackExpiry === 1 }) : null;
  };
}
