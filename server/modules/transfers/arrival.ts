import { effective } from '#domain/orders/lines.ts';
import type { CommandContext } from '../../documents/context.ts';
import { ApiProblem } from '../../http/problems.ts';
import { receiveLots, type SaidLot } from '../shipments/received-lots.ts';
import type { Line, LoadedTransfer } from './rows.ts';

/** What arrived beyond what was sent, in the line's unit. */
export function beyondSent(line: Line): number {
  const { shippedMicro, receivedMicro, damagedMicro } = effective({ ...line, overQtyMicro: 0 });
  return Math.max(0, receivedMicro + damagedMicro - shippedMicro);
}

/** Keeps what the taker says of the lots of a line before it was sent: which lots go nobody knows yet. */
export function keepSaid(line: Line, receivedLots: readonly SaidLot[]): void {
  line.said = JSON.stringify(receivedLots);
}

/** Reads what was said of lots before they were sent, now that they are. What does not fit them leaves the quantities alone. */
export async function applySaid(ctx: CommandContext, { head, lines }: LoadedTransfer): Promise<void> {
  for (const line of lines.filter(({ said }) => said !== null)) {
    const receivedLots = JSON.parse(line.said ?? '[]') as SaidLot[];
    const entry = {
      path: `items.${line.lineId}`,
      receivedLots,
      receivedQty: line.receivedQtyMicro,
      damagedQty: line.damagedQtyMicro,
    };
    const { lots, receivedQtyMicro, damagedQtyMicro } = line;
    try {
      await receiveLots(ctx, { branch: head.to }, [{ entry, line }]);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      Object.assign(line, { lots, receivedQtyMicro, damagedQtyMicro });
    }
    line.said = null;
  }
}
