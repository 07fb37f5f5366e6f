import { isNotBlank } from '#core/text.ts';
import type { OrderLifecycleLine } from './lines.ts';

/** Receipt fields of a line, which are empty until the receiver enters something. */
export type ReceiptEntries = Partial<
  Pick<
    OrderLifecycleLine,
    | 'receivedQtyMicro'
    | 'damagedQtyMicro'
    | 'shortQtyMicro'
    | 'overQtyMicro'
    | 'temperatureMicro'
    | 'isReceivingReason'
    | 'reason'
    | 'lots'
  >
> & { receivedReason?: string | null };

/**
 * Returns whether the receiver has entered anything: a quantity (including 0), a temperature, a reason or
 * lots. A note doesn't count, because notes are kept even if the shipment is reversed.
 */
export const hasReceiptStarted = (line: ReceiptEntries): boolean =>
  [
    line.receivedQtyMicro,
    line.damagedQtyMicro,
    line.shortQtyMicro,
    line.overQtyMicro,
    line.temperatureMicro,
  ].some((value) => (value ?? null) !== null) ||
  (line.isReceivingReason === 1 && isNotBlank(line.reason)) ||
  isNotBlank(line.receivedReason) ||
  (line.lots ?? []).some(
    ({ isOther, receivedMicro, damagedMicro }) =>
      isOther === true || (receivedMicro ?? damagedMicro ?? null) !== null,
  );
