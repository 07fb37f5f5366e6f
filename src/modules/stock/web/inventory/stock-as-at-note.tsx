import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { AsOfNotice } from '#platform/web/layout/as-of-notice.tsx';
import { formatCount, formatDate } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { stockMessages } from './messages.ts';
import type { PastStockDay } from './stock-rows.ts';
import type { Stock } from './use-stock.ts';

type Messages = ReturnType<typeof useMessages<typeof stockMessages.en>>;

/** Describes the basis of a past day's rows and what they include or exclude. */
export function formatStockAsAt(
  t: Messages,
  { day, by, late }: Pick<NonNullable<Stock['past']>, 'day' | 'by' | 'late'>,
) {
  return by === 'posted'
    ? t.asPostedNote(formatDate(day), late ?? 0, formatCount(late ?? 0))
    : t.asAtNote(formatDate(day));
}

interface StockAsAtNoteProps {
  requested: PastStockDay;
  /** The past stock as loaded; undefined while loading. */
  past: Stock['past'];
  onBasisChange(by: PastStockDay['by']): void;
  onShowCurrent(): void;
}

/** Notice above the rows of a past day, with the choice of basis and the way back to current stock. */
export function StockAsAtNote({ requested, past, onBasisChange, onShowCurrent }: StockAsAtNoteProps) {
  const t = useMessages(stockMessages);
  return (
    <div role="note" className="flex flex-col gap-2 rounded-md border bg-card px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-2 text-muted-foreground">
          {t.dateBasis}
          <Select
            className="min-w-0 max-w-full sm:w-auto"
            value={requested.by}
            onChange={(event) =>
              onBasisChange(event.currentTarget.value === 'posted' ? 'posted' : 'effective')
            }
          >
            {(['effective', 'posted'] as const).map((by) => (
              <option key={by} value={by}>
                {t.dateBases[by]}
              </option>
            ))}
          </Select>
        </label>
        <Button onClick={onShowCurrent}>{t.showNow}</Button>
      </div>
      <p>{formatStockAsAt(t, past ?? { ...requested, by: 'effective', late: null })}</p>
      {past ? (
        <AsOfNotice
          queryKey={past.queryKey}
          loadedAt={past.query.dataUpdatedAt}
          isRefreshing={past.query.isFetching}
          onRefresh={() => void past.query.refetch()}
        />
      ) : null}
    </div>
  );
}
