import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import type { ReturnableLine } from '../shapes.ts';
import { returnableQuery } from './queries/transfers.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { formatDay } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { transferMessages } from './messages.ts';

interface ReturnableLinesProps {
  from: string;
  to: string;
  returnOf: string | undefined;
  /** Keys of lines that are already in the draft. */
  addedLines: ReadonlySet<string>;
  onAdd(lines: readonly ReturnableLine[]): void;
}

/** Received lines that can still be returned to the location, with the remaining quantity. */
export function ReturnableLines({ from, to, returnOf, addedLines, onAdd }: ReturnableLinesProps) {
  const t = useMessages(transferMessages).entry;
  const { data, isError } = useQuery(returnableQuery({ from, to }));
  if (isError && !data) return <p className="text-muted-foreground text-sm">{t.returnableFailed}</p>;
  const returnableLines = (data ?? []).filter(
    ({ lineId, leftQty, documentNo }) =>
      leftQty > 0 && !addedLines.has(lineId) && (returnOf === undefined || documentNo === returnOf),
  );
  if (data && returnableLines.length === 0)
    return addedLines.size > 0 ? null : <p className="text-muted-foreground text-sm">{t.returnableNone}</p>;
  return (
    <section aria-label={t.returnable} className="rounded-md border">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b px-3 py-2">
        <div>
          <h3 className="font-semibold text-sm">{t.returnable}</h3>
          {returnOf === undefined ? null : (
            <p className="text-muted-foreground text-xs">{t.onlyReceivedWith(returnOf)}</p>
          )}
        </div>
        {returnOf === undefined || returnableLines.length === 0 ? null : (
          <Button size="sm" onClick={() => onAdd(returnableLines)}>
            <ListPlus aria-hidden="true" />
            {t.addLines(returnableLines.length)}
          </Button>
        )}
      </div>
      <ul className="max-h-56 divide-y overflow-y-auto">
        {returnableLines.map((line) => (
          <li key={line.lineId} className="flex items-center gap-3 px-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block break-words">{line.itemName}</span>
              <span className="block text-muted-foreground text-xs">
                <bdi>
                  {t.returnableLine(
                    formatAmount(line.leftQty, line.unitSymbol),
                    line.documentNo,
                    formatDay(line.receivedAt),
                  )}
                </bdi>
              </span>
            </span>
            <Button
              size="icon"
              variant="ghost"
              aria-label={t.addLine(line.itemName, line.documentNo)}
              onClick={() => onAdd([line])}
            >
              <ListPlus aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
