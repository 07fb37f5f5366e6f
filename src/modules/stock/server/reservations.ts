import { allocateStock } from '../allocation.ts';
import { compareCodes } from '#core/text.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { BalanceBook, BalanceEntry, BalanceKey } from './balance-book.ts';

/** The quantity that an accepted order line requests from a kitchen, in base units. */
export interface ReservationRequest extends BalanceKey {
  lineId: string;
  orderId: string;
  wantedMicro: number;
  /** Orders accepted first are served first. */
  acceptedAt: string;
}

interface Reservation extends ReservationRequest {
  qtyMicro: number;
}

/** Loads the keys of the balances that an order has reserved; called before the book is opened. */
export function loadReservedKeys(tx: Tx, orderId: string): Promise<BalanceKey[]> {
  return tx.selectFrom('reservations').select(['placeId', 'itemId']).where('orderId', '=', orderId).execute();
}

/** Deletes an order's reservations and frees their stock. */
export async function releaseReservations(tx: Tx, book: BalanceBook, orderId: string): Promise<void> {
  const releasedRows = await tx
    .deleteFrom('reservations')
    .where('orderId', '=', orderId)
    .returning(['placeId', 'itemId', 'qtyMicro'])
    .execute();
  for (const { placeId, itemId, qtyMicro } of releasedRows)
    adjustReserved(book.entry(placeId, itemId), -qtyMicro);
}

/**
 * Changes the requests of accepted lines and their reservations: reduced lines first release stock, then
 * increased lines take free stock. Stock isn't allocated to other lines here.
 */
export async function reviseReservations(
  tx: Tx,
  book: BalanceBook,
  revisions: readonly ReservationRequest[],
): Promise<void> {
  if (revisions.length === 0) return;
  const lineIds = revisions.map(({ lineId }) => lineId);
  const currentRows = await tx
    .selectFrom('reservations')
    .select(['lineId', 'qtyMicro'])
    .where('lineId', 'in', lineIds)
    .execute();
  const reservedMicro = new Map(currentRows.map(({ lineId, qtyMicro }) => [lineId, qtyMicro]));
  const rows = revisions.toSorted(compareByAcceptance).map((request): Reservation => {
    const qtyMicro = Math.min(reservedMicro.get(request.lineId) ?? 0, request.wantedMicro);
    adjustReserved(
      book.entry(request.placeId, request.itemId),
      qtyMicro - (reservedMicro.get(request.lineId) ?? 0),
    );
    return { ...request, qtyMicro };
  });
  for (const row of rows) {
    const entry = book.entry(row.placeId, row.itemId);
    const freeMicro = Math.max(0, entry.onHandMicro - entry.reservedMicro);
    const addedMicro = Math.min(row.wantedMicro - row.qtyMicro, freeMicro);
    row.qtyMicro += addedMicro;
    adjustReserved(entry, addedMicro);
  }
  const removedLineIds = rows.filter(({ wantedMicro }) => wantedMicro <= 0).map(({ lineId }) => lineId);
  if (removedLineIds.length > 0)
    await tx.deleteFrom('reservations').where('lineId', 'in', removedLineIds).execute();
  await saveReservations(
    tx,
    rows.filter(({ wantedMicro }) => wantedMicro > 0),
    ['orderId', 'itemId', 'placeId', 'acceptedAt'],
  );
}

/**
 * Allocates free stock to waiting order lines, including new requests, in order of acceptance. A new request
 * is stored even without free stock: the missing quantity is a backorder.
 */
export async function allocateBackorders(
  tx: Tx,
  book: BalanceBook,
  increased: readonly BalanceEntry[],
  requests: readonly ReservationRequest[],
): Promise<void> {
  const created: Reservation[] = requests
    .filter(({ wantedMicro }) => wantedMicro > 0)
    .map((request) => ({ ...request, qtyMicro: 0 }));
  const waiting = [...(await loadBackorders(tx, increased)), ...created].sort(compareByAcceptance);
  const changedReservations = new Set<Reservation>(created);
  for (const entry of new Set([
    ...increased,
    ...created.map(({ placeId, itemId }) => book.entry(placeId, itemId)),
  ])) {
    const queue = waiting.filter(
      ({ placeId, itemId }) => placeId === entry.placeId && itemId === entry.itemId,
    );
    const grantedMicro = allocateStock(
      entry.onHandMicro - entry.reservedMicro,
      queue.map((row, priority) => ({
        id: row.lineId,
        qtyMicro: row.wantedMicro - row.qtyMicro,
        priority,
        packMicro: null,
      })),
    );
    for (const row of queue) {
      const qtyMicro = grantedMicro.get(row.lineId) ?? 0;
      if (qtyMicro === 0) continue;
      row.qtyMicro += qtyMicro;
      adjustReserved(entry, qtyMicro);
      changedReservations.add(row);
    }
  }
  await saveReservations(
    tx,
    [...changedReservations],
    ['orderId', 'itemId', 'placeId', 'acceptedAt', 'wantedMicro'],
  );
}

async function saveReservations(
  tx: Tx,
  reservations: readonly Reservation[],
  keep: (keyof Reservation)[],
): Promise<void> {
  const rows = reservations.map(
    ({ lineId, orderId, itemId, placeId, acceptedAt, wantedMicro, qtyMicro }) => ({
      lineId,
      orderId,
      itemId,
      placeId,
      acceptedAt,
      wantedMicro,
      qtyMicro,
    }),
  );
  await insertRows(tx, 'reservations', rows, { key: ['lineId'], keep });
}

async function loadBackorders(tx: Tx, entries: readonly BalanceEntry[]): Promise<Reservation[]> {
  if (entries.length === 0) return [];
  return tx
    .selectFrom('reservations')
    .selectAll()
    .where('placeId', 'in', [...new Set(entries.map((entry) => entry.placeId))])
    .where('itemId', 'in', [...new Set(entries.map((entry) => entry.itemId))])
    .whereRef('qtyMicro', '<', 'wantedMicro')
    .execute();
}

/** Increases (or, if negative, decreases) the reserved quantity of a balance. */
export function adjustReserved(entry: BalanceEntry, qtyMicro: number): void {
  entry.reservedMicro += qtyMicro;
  entry.isDirty = true;
}

function compareByAcceptance(a: ReservationRequest, b: ReservationRequest): number {
  return (
    compareCodes(a.acceptedAt, b.acceptedAt) ||
    compareCodes(a.orderId, b.orderId) ||
    compareCodes(a.lineId, b.lineId)
  );
}
