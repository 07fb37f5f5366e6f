import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { TransitionError } from '#platform/documents/lifecycle.ts';
import { computeEffectiveQuantities, type OrderLifecycleLine, findReceiptProblem } from './lines.ts';
import { isNotBlank } from '#core/text.ts';
import { findTemperatureProblem } from './temperature.ts';
import type { OrderVerb } from './status.ts';

/**
 * Returns why the lines' state prevents a transition, or null: picked goods must be put back before a
 * release, and a shipment can't be unshipped once the branch has started to receive it.
 */
export function findLineStateRefusal(
  verb: OrderVerb,
  lines: readonly OrderLifecycleLine[],
  place: string,
): Refusal | null {
  if (
    verb === 'release' &&
    lines.some((line) => isAboveZero(line.pickedQtyMicro) || isAboveZero(line.shippedQtyMicro))
  ) {
    return refusal('already-picked');
  }
  if (verb === 'unship' && lines.some(hasReceiptQuantity)) {
    return refusal('receipt-started', { place });
  }
  return null;
}

/** Returns the errors in the lines that prevent a transition; empty if there are none. */
export function findTransitionErrors(
  verb: OrderVerb,
  lines: readonly OrderLifecycleLine[],
): TransitionError[] {
  return checks[verb]?.(lines) ?? [];
}

type Check = (lines: readonly OrderLifecycleLine[]) => TransitionError[];

const checks: Partial<Record<OrderVerb, Check>> = {
  submit: checkQuantities,
  send: (lines) => [...checkQuantities(lines), ...lines.flatMap(findApprovalErrors)],
  accept: (lines) => lines.flatMap(findApprovalErrors),
  ship: (lines) => lines.flatMap(findShippingErrors),
  receive: (lines) =>
    lines.flatMap((line) => [
      ...toErrors(line, 'receivedQty', findReceiptProblem(line)),
      ...toErrors(line, 'temperature', findTemperatureProblem(line)),
    ]),
};

function checkQuantities(lines: readonly OrderLifecycleLine[]): TransitionError[] {
  if (lines.some((line) => line.orderQtyMicro > 0)) return [];
  return [{ field: 'items', refusal: refusal('no-quantity') }];
}

function findApprovalErrors(line: OrderLifecycleLine): TransitionError[] {
  const { orderMicro, approvedMicro } = computeEffectiveQuantities(line);
  if (approvedMicro === orderMicro || isNotBlank(line.reason)) return [];
  return toErrors(line, 'reason', refusal('approved-differs'));
}

function findShippingErrors(line: OrderLifecycleLine): TransitionError[] {
  const { approvedMicro, pickedMicro, shippedMicro } = computeEffectiveQuantities(line);
  const lotsMicro = line.lots.reduce((sum, lot) => sum + lot.qtyMicro, 0);
  if (line.substituteAnswer === 'refused' && line.substituteFor !== null && shippedMicro > 0)
    return toErrors(line, 'shippedQty', refusal('substitute-refused'));
  if (line.requiresAcceptance === 1 && line.substituteAnswer !== 'accepted' && shippedMicro > 0)
    return toErrors(line, 'shippedQty', refusal('substitute-unanswered'));
  if (lotsMicro > shippedMicro) return toErrors(line, 'lots', refusal('lots-exceed-shipped'));
  if (isNotBlank(line.reason)) return [];
  if (shippedMicro < approvedMicro) {
    return toErrors(line, 'reason', refusal('less-shipped'));
  }
  if (pickedMicro > approvedMicro || shippedMicro > pickedMicro) {
    return toErrors(line, 'reason', refusal('more-shipped'));
  }
  return [];
}

function toErrors(line: OrderLifecycleLine, field: string, reason: Refusal | null): TransitionError[] {
  return reason === null ? [] : [{ field: `items.${line.lineId}.${field}`, refusal: reason }];
}

/** Whether the branch has entered a quantity, including 0; only the server has the other receipt data. */
function hasReceiptQuantity({
  receivedQtyMicro,
  damagedQtyMicro,
  overQtyMicro,
}: OrderLifecycleLine): boolean {
  return (receivedQtyMicro ?? damagedQtyMicro ?? overQtyMicro) !== null;
}

function isAboveZero(qtyMicro: number | null): boolean {
  return (qtyMicro ?? 0) > 0;
}
