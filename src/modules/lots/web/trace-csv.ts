import type { LotTrace, TracedLot } from '#modules/lots/shapes.ts';
import { getPostingKindLabel } from '#modules/stock-ledger/web/ledger-table.tsx';
import type { CsvCell } from '#core/csv.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { lotPageMessages } from '#modules/lots/web/messages.ts';

type GetLocationName = (placeId: string, name: string) => string;

/** Returns the trace as CSV rows, one per quantity of each lot, with its record type. */
export function buildLotTraceCsvRows(
  trace: LotTrace,
  messages: TranslationOf<typeof lotPageMessages>,
  getLocationName: GetLocationName,
): CsvCell[][] {
  const { trace: t, find } = messages;
  const headers = [
    find.lot,
    find.item,
    t.recordType,
    t.day,
    t.document,
    t.movementType,
    t.place,
    t.postedBy,
    t.amount,
    t.unit,
  ];
  return [
    headers,
    ...[trace, ...trace.tree].flatMap((node) => buildLotCsvRows(node, messages, getLocationName)),
  ];
}

function buildLotCsvRows(
  { lot, totals, origin, places, shipments, exits }: TracedLot,
  { none, trace: t }: TranslationOf<typeof lotPageMessages>,
  getLocationName: GetLocationName,
): CsvCell[][] {
  interface Cells {
    day?: string;
    docNo?: string | null;
    movementType?: string;
    place?: string;
    by?: string | null;
    qty: number;
  }
  const row = (section: string, { day, docNo, movementType, place, by, qty }: Cells): CsvCell[] => [
    lot.lot ?? none,
    `${lot.itemCode} ${lot.itemName}`,
    section,
    day ?? null,
    docNo ?? null,
    movementType ?? null,
    place ?? null,
    by ?? null,
    qty,
    formatUnitName(null, lot.unitSymbol),
  ];
  const posting = (section: string, entry: LotTrace['origin'][number], movementType: string) =>
    row(section, {
      day: entry.day,
      docNo: entry.docNo,
      movementType,
      place: getLocationName(entry.placeId, entry.placeName),
      by: entry.byName,
      qty: entry.qty,
    });
  return [
    ...Object.entries(t.totals).map(([name, movementType]) =>
      row(t.quantityCheck, { movementType, qty: totals[name as keyof LotTrace['totals']] }),
    ),
    ...places.map((place) =>
      row(t.currentLocations, { place: getLocationName(place.placeId, place.placeName), qty: place.onHand }),
    ),
    ...origin.map((entry) => posting(t.origin, entry, getPostingKindLabel(entry.kind))),
    ...shipments.flatMap((shipment) =>
      (['shipped', 'received', 'damaged'] as const).map((name) =>
        row(t.shipments, {
          day: shipment.day,
          docNo: shipment.docNo,
          movementType: t[name === 'received' ? 'accepted' : name],
          place: getLocationName(shipment.branchId, shipment.branchName),
          qty: shipment[name],
        }),
      ),
    ),
    ...exits.map((exit) => posting(t.used, exit, t.totals[exit.disposition])),
  ];
}
