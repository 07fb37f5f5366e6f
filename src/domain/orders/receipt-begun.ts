import { isNotBlank } from '../text.ts';
import type { OrderLine } from './lines.ts';

/** What the place that takes says of a line that came; nothing of it stands there before it does. */
export type ReceiptEntries = Partial<
  Pick<
    OrderLine,
    | 'receivedQtyMicro'
    | 'damagedQtyMicro'
    | 'shortQtyMicro'
    | 'overQtyMicro'
    | 'temperatureMicro'
    | 'reasonOfReceipt'
    | 'reason'
    | 'lots'
  >
> & { receivedReason?: string | null };

/**
 * Whether the place that takes has said anything of how a line came: a figure, of which 0 is one (all of it is missing or rejected), what was
 * measured, why, which lots. A note stays to be read whatever becomes of the shipment.
 */
export const hasReceiptBegun = (line: ReceiptEntries): boolean =>
  [
    line.receivedQtyMicro,
    line.damagedQtyMicro,
    line.shortQtyMicro,
    line.overQtyMicro,
    line.temperatureMicro,
  ].some((figure) => (figure ?? null) !== null) ||
  (line.reasonOfReceipt === 1 && isNotBlank(line.reason)) ||
  isNotBlank(line.receivedReason) ||
  (line.lots ?? []).some(
    ({ isOther, receivedMicro, damagedMicro }) =>
      isOther === true || (receivedMicro ?? damagedMicro ?? null) !== null,
  );
