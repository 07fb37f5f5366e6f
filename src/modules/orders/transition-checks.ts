import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { TransitionFault } from '#platform/documents/lifecycle.ts';
import { effectiveQuantities, type OrderLifecycleLine, findReceiptProblem } from './lines.ts';
import { isNotBlank } from '#core/text.ts';
import { temperatureProblem } from './temperature.ts';
import type { OrderVerb } from './status.ts';

/**
 * Returns why the lines' state prevents a transition, or null: picked goods must be put back before a
 * release, and a shipment can't be unshipped once the branch has started to receive it.
 */
export function lineStateGuard(
  verb: OrderVerb,
  lines: readonly OrderLifecycleLine[],
  place: string,
): Refusal | null {
  if (
    verb === 'release' &&
    lines.some((line) => isSome(line.pickedQtyMicro) || isSome(line.shippedQtyMicro))
  ) {
    return refusal('already-picked');
  }
  if (verb === 'unship' && lines.some(hasFigures)) {
    return refusal('receipt-started', { place });
  }
  return null;
}

/** Returns what the lines are missing before a transition; empty if nothing is. */
export function findTransitionErrors(
  verb: OrderVerb,
  lines: readonly OrderLifecycleLine[],
): TransitionFault[] {
  return checks[verb]?.(lines) ?? [];
}

type Check = (lines: readonly OrderLifecycleLine[]) => TransitionFault[];

const checks: Partial<Record<OrderVerb, Check>> = {
  submit: hasQuantity,
  send: (lines) => [...hasQuantity(lines), ...lines.flatMap(approvedFaults)],
  accept: (lines) => lines.flatMap(approvedFaults),
  ship: (lines) => lines.flatMap(shippedFaults),
  receive: (lines) =>
    lines.flatMap((line) => [
      ...fault(line, 'receivedQty', findReceiptProblem(line)),
      ...fault(line, 'temperature', temperatureProblem(line)),
    ]),
};

function hasQuantity(lines: readonly OrderLifecycleLine[]): TransitionFault[] {
  if (lines.some((line) => line.orderQtyMicro > 0)) return [];
  return [{ field: 'items', why: refusal('no-quantity') }];
}

function approvedFaults(line: OrderLifecycleLine): TransitionFault[] {
  const { orderMicro, approvedMicro } = effectiveQuantities(line);
  if (approvedMicro === orderMicro || isNotBlank(line.reason)) return [];
  return fault(line, 'reason', refusal('approved-differs'));
}

function shippedFaults(line: OrderLifecycleLine): TransitionFault[] {
  const { approvedMicro, pickedMicro, shippedMicro } = effectiveQuantities(line);
  const lotsMicro = line.lots.reduce((sum, lot) => sum + lot.qtyMicro, 0);
  if (line.substituteAnswer === 'refused' && line.substituteFor !== null && shippedMicro > 0)
    return fault(line, 'shippedQty', refusal('substitute-refused'));
  if (line.substituteAsked === 1 && line.substituteAnswer !== 'accepted' && shippedMicro > 0)
    return fault(line, 'shippedQty', refusal('substitute-unanswered'));
  if (lotsMicro > shippedMicro) return fault(line, 'lots', refusal('lots-exceed-shipped'));
  if (isNotBlank(line.reason)) return [];
  if (shippedMicro < approvedMicro) {
    return fault(line, 'reason', refusal('less-shipped'));
  }
  if (pickedMicro > approvedMicro || shippedMicro > pickedMicro) {
    return fault(line, 'reason', refusal('more-shipped'));
  }
  return [];
}

function fault(line: OrderLifecycleLine, field: string, reason: Refusal | null): TransitionFault[] {
  return reason === null ? [] : [{ field: `items.${line.lineId}.${field}`, why: reason }];
}

/** Whether the branch entered quantities (0 counts); only the server has the other receipt data. */
function hasFigures({ receivedQtyMicro, damagedQtyMicro, overQtyMicro }: OrderLifecycleLine): boolean {
  return (receivedQtyMicro ?? damagedQtyMicro ?? overQtyMicro) !== null;
}

function isSome(qtyMicro: number | null): boolean {
  return (qtyMicro ?? 0) > 0;
}
