import type { MoveFault } from '../documents/lifecycle.ts';
import { effective, type OrderLine, receiptProblem } from './lines.ts';
import type { OrderVerb } from './status.ts';

/**
 * Why the state of the lines rules a move out altogether, or null: picked goods are put back before a release,
 * and what the branch has begun to receive is not un-shipped.
 */
export function stateGuard(verb: OrderVerb, lines: readonly OrderLine[]): string | null {
  if (
    verb === 'release' &&
    lines.some((line) => isSome(line.pickedQtyMicro) || isSome(line.shippedQtyMicro))
  ) {
    return 'Something is picked already: clear the picked and shipped quantities first.';
  }
  if (verb === 'un-ship' && lines.some(hasReceipt)) {
    return 'The branch has begun to receive this order, so it can no longer be taken back.';
  }
  return null;
}

/** What the lines still lack before a move can be made, empty when nothing. */
export function moveCheck(verb: OrderVerb, lines: readonly OrderLine[]): MoveFault[] {
  return checks[verb]?.(lines) ?? [];
}

type Check = (lines: readonly OrderLine[]) => MoveFault[];

const checks: Partial<Record<OrderVerb, Check>> = {
  submit: hasQuantity,
  send: (lines) => [...hasQuantity(lines), ...lines.flatMap(approvedFaults)],
  accept: (lines) => lines.flatMap(approvedFaults),
  ship: (lines) => lines.flatMap(shippedFaults),
  receive: (lines) => lines.flatMap((line) => fault(line, 'receivedQty', receiptProblem(line))),
};

function hasQuantity(lines: readonly OrderLine[]): MoveFault[] {
  if (lines.some((line) => line.orderQtyMicro > 0)) return [];
  return [{ field: 'items', message: 'Enter a quantity above zero on at least one line.' }];
}

function approvedFaults(line: OrderLine): MoveFault[] {
  const { orderMicro, approvedMicro } = effective(line);
  if (approvedMicro === orderMicro || hasReason(line)) return [];
  return fault(line, 'reason', 'The approved quantity differs from the ordered one: say why.');
}

function shippedFaults(line: OrderLine): MoveFault[] {
  const { approvedMicro, pickedMicro, shippedMicro } = effective(line);
  const lotsMicro = line.lots.reduce((sum, lot) => sum + lot.qtyMicro, 0);
  if (lotsMicro > shippedMicro) return fault(line, 'lots', 'The lots hold more than is shipped.');
  if (hasReason(line)) return [];
  if (shippedMicro < approvedMicro) {
    return fault(line, 'reason', 'Less is shipped than was approved: say why.');
  }
  if (pickedMicro > approvedMicro || shippedMicro > pickedMicro) {
    return fault(line, 'reason', 'More is picked or shipped than was approved: say why.');
  }
  return [];
}

function fault(line: OrderLine, field: string, message: string | null): MoveFault[] {
  return message === null ? [] : [{ field: `items.${line.lineId}.${field}`, message }];
}

function hasReason(line: OrderLine): boolean {
  return (line.reason ?? '').trim() !== '';
}

function hasReceipt(line: OrderLine): boolean {
  return [line.receivedQtyMicro, line.damagedQtyMicro, line.overQtyMicro].some(isSome);
}

function isSome(qtyMicro: number | null): boolean {
  return qtyMicro !== null && qtyMicro > 0;
}
