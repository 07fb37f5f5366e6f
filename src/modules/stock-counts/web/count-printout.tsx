import type { CountSheet } from './queries.ts';
import { PrintOnce } from '#platform/documents/web/printout.tsx';
import { formatDate, formatDay } from '#platform/web/format/format.ts';
import { formatAmount, formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getLineUnits } from './count-row.tsx';
import { countMessages } from './messages.ts';
import { createLineComparator, noSection, getSectionProgress } from './sheet-progress.ts';
import type { EntryUnit } from './amount-input.ts';
import type { SheetLine } from './merge-entries.ts';

/** Formats a unit with its contents in the base unit: `case (12 pieces)`. */
function formatUnitWithContents({ symbol, num, den }: EntryUnit, baseSymbol: string): string {
  const name = formatUnitName(null, symbol);
  return num === den ? name : `${name} (${formatAmount(num / den, baseSymbol)})`;
}

interface CountPrintoutProps {
  count: CountSheet;
  lines: readonly SheetLine[];
  onDone(): void;
}

/**
 * Printed count sheet, one section per page, with space to write the quantity in each unit; a blind sheet has
 * no book quantities.
 */
export function CountPrintout({ count, lines, onDone }: CountPrintoutProps) {
  const t = useMessages(countMessages);
  const { printout, sheet } = t;
  const sorted = lines.toSorted(createLineComparator(count.items));
  const showsBook = !count.blind;
  const hasLots = lines.some(({ isTrackedByLot }) => isTrackedByLot);
  return (
    <PrintOnce format="list" onDone={onDone}>
      {getSectionProgress(sorted, undefined, sheet.none).map(({ id, name }) => (
        <section key={id} className="break-after-page text-sm last:break-after-auto">
          <table className="w-full border-collapse">
            <thead>
              {/* Repeated on every page, so that a loose sheet can be identified. */}
              <tr className="border-b">
                <th colSpan={4} className="pb-2 text-start font-normal">
                  <span className="flex items-baseline justify-between gap-4">
                    <span role="heading" aria-level={1} className="font-semibold text-lg">
                      {printout.title} <bdi className="whitespace-nowrap">{count.number}</bdi>
                    </span>
                    <span>
                      <bdi>{count.branchName}</bdi> · <bdi>{name}</bdi> · {formatDay(count.businessDay)}
                    </span>
                  </span>
                </th>
              </tr>
              <tr className="border-b text-xs">
                <th className="py-1.5 text-start">{printout.item}</th>
                <th className="text-start">{hasLots ? printout.lot : null}</th>
                <th className="pe-6 text-end">{showsBook ? printout.book : null}</th>
                <th className="w-2/5 text-start">{printout.counted}</th>
              </tr>
            </thead>
            <tbody>
              {sorted
                .filter(({ section }) => (section ?? noSection) === id)
                .map((line) => (
                  <tr key={line.lineId} className="break-inside-avoid border-b">
                    <td className="py-2 pe-2">
                      <bdi>{line.itemName}</bdi> <bdi className="text-xs">{line.itemCode}</bdi>
                    </td>
                    <td className="pe-2 text-xs">
                      <bdi>
                        {[line.lot, line.expiry ? formatDate(line.expiry) : null].filter(Boolean).join(' · ')}
                      </bdi>
                    </td>
                    <td className="pe-6 text-end tabular-nums">
                      <bdi>
                        {showsBook && line.bookQty !== undefined
                          ? formatAmount(line.bookQty, line.unitSymbol)
                          : null}
                      </bdi>
                    </td>
                    <td className="py-2">
                      <span className="flex gap-4">
                        {getLineUnits(line).map((unit) => (
                          <span key={unit.id} className="flex flex-1 items-end gap-1 text-xs">
                            <span className="h-8 flex-1 border-black border-b" />
                            <bdi>{formatUnitWithContents(unit, line.unitSymbol)}</bdi>
                          </span>
                        ))}
                      </span>
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
          <footer className="grid grid-cols-2 gap-8 pt-8 text-xs">
            {[printout.countedBy, printout.signature].map((label) => (
              <p key={label} className="border-t pt-1">
                {label}
              </p>
            ))}
          </footer>
        </section>
      ))}
    </PrintOnce>
  );
}
