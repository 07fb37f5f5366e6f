import { formatAmount } from '#src/lib/format/unit.ts';

/** The received quantity on a paper that travels with goods; a line to write on before they are received. */
export function PrintoutReceived({ qty, unit }: { qty: number | null; unit: string }) {
  return qty === null ? '________' : <bdi>{formatAmount(qty, unit)}</bdi>;
}
