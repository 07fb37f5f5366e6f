import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { formatInstant, formatTime } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { asOfMessages } from './as-of-messages.ts';

interface AsOfProps {
  /** Key of the query that loads the figures. */
  queryKey: QueryKey;
  /** Load time (epoch ms). */
  loadedAt: number;
  isRefreshing: boolean;
  onRefresh(): void;
}

/**
 * Shows when static figures were loaded and, if the server has announced a change since, a note and a reload
 * button. Printouts show the date as well.
 */
export function AsOfNotice({ queryKey, loadedAt, isRefreshing, onRefresh }: AsOfProps) {
  const t = useMessages(asOfMessages);
  const isChanged = useIsChanged(queryKey) && !isRefreshing;
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-2 text-muted-foreground text-sm touch:min-h-12">
      <span className="print:hidden">{t.asOf(formatTime(loadedAt))}</span>
      <span className="hidden print:inline">{t.asOf(formatInstant(loadedAt))}</span>
      <span role="status" className="print:hidden">
        {isChanged ? t.changed : null}
      </span>
      {isChanged ? (
        <Button size="sm" className="print:hidden" onClick={onRefresh}>
          <RefreshCw aria-hidden="true" />
          {t.refresh}
        </Button>
      ) : null}
    </p>
  );
}

/** Whether the server has announced a change since this query last loaded. */
function useIsChanged(queryKey: QueryKey): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => {
      const state = cache.find({ queryKey, exact: true })?.state;
      return state?.status === 'success' && state.isInvalidated;
    },
  );
}
