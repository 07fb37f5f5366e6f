import { getLineRatio } from '#modules/orders/lines.ts';
import { convertMicro, invertRatio } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { getShipmentDestination, createAcceptanceRule } from '../postings.ts';
import type { TransferKind } from '../kinds.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { invalid } from '#platform/server/http/problems.ts';
import type { Shipment } from '#modules/shipments/server/shipment.ts';
import { loadLotsByCode } from '#modules/stock/server/lot-book.ts';
import type { LoadedTransfer } from './rows.ts';

/** Converts a transfer to a shipment. */
export function toShipment({ header, lines }: LoadedTransfer): Shipment {
  return {
    ...header,
    docType: 'transfer',
    branch: header.to,
    kitchen: header.from,
    lines,
    // The reason of a return doesn't explain differences on arrival.
    getReasonCode: (id) => lines.find(({ lineId }) => lineId === id)?.receivedReasonCode ?? null,
    shipDestination: getShipmentDestination(header.kind as TransferKind, header.to),
    acceptanceRule: createAcceptanceRule({ ...header, kind: header.kind as TransferKind }, lines),
  };
}

/**
 * Asserts that no expired lot is returned to stock; those require a different reason.
 *
 * @throws ApiProblem 422 on `items.<lineId>.reasonCode`.
 */
export async function assertNotExpired(
  tx: Tx,
  { header, lines }: LoadedTransfer,
  day: string,
): Promise<void> {
  if (header.kind !== 'return') return;
  const stockLots = lines
    .filter(({ destination }) => destination === 'stock')
    .flatMap(({ lineId, itemId, lots }) => lots.map(({ lot }) => ({ lineId, itemId, lot })));
  if (stockLots.length === 0) return;
  const lots = await loadLotsByCode(tx, stockLots);
  const errors = stockLots.flatMap(({ lineId, itemId, lot: code }) => {
    const lot = lots.find((candidate) => candidate.itemId === itemId && candidate.code === code);
    return lot?.expiry && lot.expiry < day
      ? [[`items.${lineId}.reasonCode`, refusal('return-expired', { lot: code, day: lot.expiry })] as const]
      : [];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** Converts base units to the line's unit. */
export const toLineUnit = (line: { unitNum: number; unitDen: number }, baseMicro: number): number =>
  convertMicro(baseMicro, invertRatio(getLineRatio(line)));
