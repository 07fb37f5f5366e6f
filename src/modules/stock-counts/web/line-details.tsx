import { useQuery } from '@tanstack/react-query';
import { countEntriesQuery, countMovesQuery } from './queries.ts';
import { DocumentLink, getPostingKindLabel } from '#modules/stock-ledger/web/ledger-table.tsx';
import { formatInstant } from '#platform/web/format/format.ts';
import { formatAmount, formatAmountChange } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { countMessages } from './messages.ts';
import type { SheetLine } from './merge-entries.ts';

/** Movements since a line was counted, with their documents, and the line's entries by user. */
export function LineDetails({ countId, line }: { countId: string; line: SheetLine }) {
  const t = useMessages(countMessages).review;
  const moves = useQuery(countMovesQuery(countId, line.lineId));
  const entries = useQuery(countEntriesQuery(countId, line.lineId));
  const { itemName, unitSymbol } = line;
  return (
    <div className="grid grid-cols-1 gap-4 rounded-md bg-muted p-3 text-sm @3xl:grid-cols-2">
      <section aria-label={t.movesLabel(itemName)}>
        <h3 className="pb-1 font-medium text-xs">{t.moves}</h3>
        {moves.isPending ? <p className="text-muted-foreground">{t.movesLoading}</p> : null}
        {moves.isError && !moves.data ? <p className="text-destructive">{t.movesFailed}</p> : null}
        {moves.data?.length === 0 ? <p className="text-muted-foreground">{t.noMoves}</p> : null}
        <ul>
          {moves.data?.map(({ seq, kind, qty, effectiveAt, docType, docId, docNo, isLate }) => (
            <li key={seq} className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5">
              <span className="flex flex-wrap items-baseline gap-x-2">
                {getPostingKindLabel(kind)} <DocumentLink docType={docType} docId={docId} docNo={docNo} />
                <span className="text-muted-foreground text-xs">
                  {formatInstant(effectiveAt)}
                  {isLate ? ` · ${t.postedLater}` : null}
                </span>
              </span>
              <bdi className="tabular-nums">{formatAmountChange(qty, unitSymbol)}</bdi>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t.entriesLabel(itemName)}>
        <h3 className="pb-1 font-medium text-xs">{t.history}</h3>
        <ul>
          {entries.data?.map(({ seq, byName, at, qty, mode, parts }) => (
            <li key={seq} className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5">
              <span>
                <bdi>{byName}</bdi> <span className="text-muted-foreground text-xs">{formatInstant(at)}</span>
              </span>
              <bdi className="tabular-nums">
                {qty === null
                  ? t.cleared
                  : `${mode === 'add' ? '+' : ''}${
                      parts.length > 0
                        ? parts.map((part) => formatAmount(part.qty, part.unitSymbol)).join(' + ')
                        : formatAmount(qty, unitSymbol)
                    }`}
              </bdi>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
