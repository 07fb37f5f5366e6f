import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import type { LotTrace } from '#modules/lots/shapes.ts';
import { formatDate, formatInstant } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useNow } from '#platform/web/use-now.ts';
import { lotPageMessages } from '#modules/lots/web/messages.ts';
import { getLotStockByBranch } from '#modules/lots/web/lot-stock-by-location.ts';

/**
 * Printed sheet for each branch and kitchen with stock of the lot: book quantity, and space for the quantity
 * found.
 */
export function RecallSheets({ trace }: { trace: LotTrace }) {
  const t = useMessages(lotPageMessages);
  const getLocationName = useLocationNames();
  const now = useNow();
  const { lot } = trace;
  const branches = [...getLotStockByBranch(trace)];
  return (
    <>
      {branches.length === 0 ? <p>{t.trace.empty.currentLocations}</p> : null}
      {branches.map(([branchId, rows]) => (
        <article key={branchId} className="flex break-after-page flex-col gap-4 last:break-after-auto">
          <header className="border-b pb-2">
            <h1 className="font-semibold text-xl">
              {t.sheets.title(getLocationName(branchId, rows[0]?.placeName ?? ''))}
            </h1>
            <p className="text-sm">
              {[rows.find(({ phone }) => phone)?.phone, formatInstant(now)].filter(Boolean).join(' · ')}
            </p>
          </header>
          <p className="text-base">
            <bdi>{lot.itemName}</bdi> <bdi>{lot.itemCode}</bdi> ·{' '}
            <strong>{t.trace.title(lot.lot ?? t.none)}</strong>
            {lot.expiry ? ` · ${t.useBy(formatDate(lot.expiry))}` : null}
          </p>
          <p className="text-sm">{lot.hold ? t.sheets.heldText : t.sheets.notHeldText}</p>
          <table className="w-full border-collapse text-sm">
            <thead>
              <tr className="border-b text-start [&_th]:py-1.5">
                <th className="text-start">{t.trace.place}</th>
                <th className="text-start">{t.find.lot}</th>
                <th className="text-end">{t.sheets.expected}</th>
                <th className="text-end">{t.sheets.found}</th>
                <th className="ps-4 text-start">{t.sheets.currentLocation}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.placeId} ${row.lot._id}`} className="h-10 border-b">
                  <td>
                    <bdi>{getLocationName(row.placeId, row.placeName)}</bdi>
                  </td>
                  <td>
                    <bdi>{row.lot.lot ?? t.none}</bdi>
                  </td>
                  <td className="text-end tabular-nums">
                    <bdi>{formatAmount(row.onHand, row.lot.unitSymbol)}</bdi>
                  </td>
                  <td className="text-end">__________</td>
                  <td className="ps-4">____________________</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="pt-6 text-sm">{t.sheets.signature}</p>
        </article>
      ))}
    </>
  );
}
