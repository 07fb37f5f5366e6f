import { formatAmount } from '#platform/web/format/unit.ts';

/** The received quantity on a delivery document; before receipt, a line to write on. */
export function PrintoutReceived({ qty, unit }: { qty: number | null; unit: string }) {
  return qty === null ? '________' : <bdi>{formatAmount(qty, unit)}</bdi>;
}
