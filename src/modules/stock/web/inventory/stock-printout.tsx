import { PrintOnce } from '#platform/documents/web/printout.tsx';
import { formatCount, formatDate, formatInstant, formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useNow } from '#platform/web/use-now.ts';
import { stockMessages } from './messages.ts';
import { formatStockAsAt } from './stock-as-at-note.tsx';
import { formatDaysOfCover, hasLots, type StockLine, totalStockValue } from './stock-rows.ts';
import type { Stock } from './use-stock.ts';

/** About forty pages; larger lists should be saved as a file. */
const maxPrintedRows = 2000;

interface StockPrintoutProps {
  /** Rows as filtered and sorted on screen. */
  lines: readonly StockLine[];
  /** Number of rows without filters. */
  totalCount: number;
  /** Past stock as loaded; absent for current stock. */
  past: Stock['past'];
  showsCosts: boolean;
  onDone(): void;
}

/** Printed inventory: every filtered row, not only the rendered ones. */
export function StockPrintout({ lines, totalCount, past, showsCosts, onDone }: StockPrintoutProps) {
  const t = useMessages(stockMessages);
  const money = useMoney();
  const now = useNow();
  const printedLines = lines.slice(0, maxPrintedRows);
  const stockValue = totalStockValue(lines);
  const isPast = past !== undefined;
  return (
    <PrintOnce format="list" onDone={onDone}>
      <header className="flex items-baseline justify-between gap-4 border-b pb-2 text-sm">
        <h1 className="font-semibold text-lg">{t.title}</h1>
        <p>
          {isPast ? `${t.asAt} ${formatDate(past.day)}` : formatInstant(now)} ·{' '}
          {t.printedOf(formatCount(printedLines.length), formatCount(totalCount))}
        </p>
      </header>
      {isPast ? (
        <p className="py-1 text-xs">
          {formatStockAsAt(t, past)} {formatInstant(past.query.dataUpdatedAt)}
        </p>
      ) : null}
      {printedLines.length < lines.length ? (
        <p className="py-1 text-xs">{t.printTooMany(formatCount(maxPrintedRows))}</p>
      ) : null}
      <table className="w-full border-collapse text-xs [&_td]:px-1 [&_th]:px-1">
        <thead>
          <tr className="border-b [&_th]:py-1.5">
            <th className="text-start">{t.columns.item}</th>
            <th className="text-start">{t.columns.place}</th>
            <th className="text-end">{t.columns.onHand}</th>
            <th className="text-end">{t.columns.inTransit}</th>
            {isPast ? (
              <th className="text-end">{t.columns.onHold}</th>
            ) : (
              <>
                <th className="text-start">{t.columns.expiry}</th>
                <th className="text-end">{t.columns.cover}</th>
                <th className="text-start">{t.columns.state}</th>
              </>
            )}
            {showsCosts ? <th className="text-end">{t.columns.value}</th> : null}
          </tr>
        </thead>
        <tbody>
          {printedLines.map((line) => (
            <tr key={line.key} className="break-inside-avoid border-b [&_td]:py-1">
              <td>
                <bdi>{line.itemName}</bdi> <bdi>{line.itemCode}</bdi>
              </td>
              <td>
                <bdi>{line.placeName}</bdi>
              </td>
              <td className="text-end tabular-nums">
                <bdi>
                  {line.state === 'counting' ? '–' : formatAmount(line.onHand, line.unit, line.pieces)}
                </bdi>
              </td>
              <td className="text-end tabular-nums">
                {line.inTransit === 0 ? '' : formatQuantity(line.inTransit, line.unit)}
              </td>
              {isPast ? (
                <td className="text-end tabular-nums">
                  {line.onHold === 0 ? '' : formatQuantity(line.onHold, line.unit)}
                </td>
              ) : (
                <>
                  <td>
                    {hasLots(line)
                      ? t.lotSummary(line, line.nextExpiry === null ? '' : formatDate(line.nextExpiry))
                      : null}
                  </td>
                  <td className="text-end tabular-nums">
                    {line.cover === null ? '' : formatDaysOfCover(line.cover)}
                  </td>
                  <td className="whitespace-nowrap">{t.states[line.state]}</td>
                </>
              )}
              {showsCosts ? <td className="text-end tabular-nums">{money(line.value)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      <footer className="pt-3 text-xs">
        {showsCosts ? (
          <p>{t.worth(money(stockValue.onHand), money(stockValue.onHand + stockValue.inTransitOrOnHold))}</p>
        ) : null}
        {isPast ? null : <p>{t.coverRule}</p>}
      </footer>
    </PrintOnce>
  );
}
