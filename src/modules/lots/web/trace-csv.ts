import type { LotTrace, TracedLot } from '#modules/lots/shapes.ts';
import { postingKindLabel } from '#modules/stock-ledger/web/ledger-table.tsx';
import type { CsvCell } from '#core/csv.ts';
import { unitLabel } from '#platform/web/format/unit.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { lotPageMessages } from '#modules/lots/web/messages.ts';

type GetLocationName = (placeId: string, name: string) => string;

/** Returns the trace as CSV rows: one for every figure of every lot, with its section. */
export function lotTraceCsvRows(
  trace: LotTrace,
  words: TranslationOf<typeof lotPageMessages>,
  getLocationName: GetLocationName,
): CsvCell[][] {
  const { trace: t, find } = words;
  const heads = [find.lot, find.item, t.part, t.day, t.document, t.how, t.place, t.by, t.amount, t.unit];
  return [heads, ...[trace, ...trace.tree].flatMap((node) => lotCsvRows(node, words, getLocationName))];
}

function lotCsvRows(
  { lot, totals, origin, places, shipments, exits }: TracedLot,
  { none, trace: t }: TranslationOf<typeof lotPageMessages>,
  getLocationName: GetLocationName,
): CsvCell[][] {
  interface Cells {
    day?: string;
    docNo?: string | null;
    how?: string;
    place?: string;
    by?: string | null;
    qty: number;
  }
  const row = (part: string, { day, docNo, how, place, by, qty }: Cells): CsvCell[] => [
    lot.lot ?? none,
    `${lot.itemCode} ${lot.itemName}`,
    part,
    day ?? null,
    docNo ?? null,
    how ?? null,
    place ?? null,
    by ?? null,
    qty,
    unitLabel(null, lot.unitSymbol),
  ];
  const posting = (part: string, move: LotTrace['origin'][number], how: string) =>
    row(part, {
      day: move.day,
      docNo: move.docNo,
      how,
      place: getLocationName(move.placeId, move.placeName),
      by: move.byName,
      qty: move.qty,
    });
  return [
    ...Object.entries(t.totals).map(([name, how]) =>
      row(t.adds, { how, qty: totals[name as keyof LotTrace['totals']] }),
    ),
    ...places.map((place) =>
      row(t.isNow, { place: getLocationName(place.placeId, place.placeName), qty: place.onHand }),
    ),
    ...origin.map((move) => posting(t.cameFrom, move, postingKindLabel(move.kind))),
    ...shipments.flatMap((shipment) =>
      (['shipped', 'received', 'damaged'] as const).map((name) =>
        row(t.wentTo, {
          day: shipment.day,
          docNo: shipment.docNo,
          how: t[name === 'received' ? 'accepted' : name],
          place: getLocationName(shipment.branchId, shipment.branchName),
          qty: shipment[name],
        }),
      ),
    ),
    ...exits.map((exit) => posting(t.used, exit, t.totals[exit.fate])),
  ];
}
