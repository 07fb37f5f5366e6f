import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { BookOpen } from 'lucide-react';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { LedgerEntry } from './stock-ledger-rows.ts';
import { LedgerTable } from './ledger-table.tsx';
import { ledgerMessages } from './messages.ts';

interface StockLedgerProps {
  /** The ledger of an item at a location; entries are null while loading or after a failure. */
  card: {
    entries: readonly LedgerEntry[] | null;
    error: Error | null;
    moves: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean };
    retry(): void;
    loadMore(): void;
  };
  unit: string;
  /** Formats a location from its id and the name returned by the server. */
  getLocationName(placeId: string, name: string): string;
  /** Level of the heading. */
  level?: 2 | 3;
}

/** The ledger of a stock card, with its loading, error and empty states. */
export function StockLedger({ card, unit, getLocationName, level = 3 }: StockLedgerProps) {
  const t = useMessages(ledgerMessages);
  const { entries, moves } = card;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section>
      <Heading className="pb-1 font-semibold text-sm">{t.ledger}</Heading>
      {entries === null ? (
        card.error ? (
          <LoadFailed title={t.ledgerFailed} error={card.error} onRetry={card.retry} />
        ) : (
          <SkeletonRows label={t.loading} rows={8} />
        )
      ) : entries.length === 0 ? (
        <EmptyState icon={BookOpen} title={t.ledgerEmpty} />
      ) : (
        <>
          <LedgerTable entries={entries} unit={unit} getLocationName={getLocationName} />
          <div className="flex justify-center py-3">
            {moves.hasNextPage ? (
              <Button aria-disabled={moves.isFetchingNextPage} onClick={card.loadMore}>
                {moves.isFetchNextPageError ? t.moreFailed : t.more}
              </Button>
            ) : (
              <p className="text-muted-foreground text-xs">{t.end}</p>
            )}
          </div>
        </>
      )}
    </section>
  );
}
