import { useSearchChange } from '#src/lib/use-search-change.ts';
import type { AnalyticsAddress } from './search.ts';

/** Asks the same view otherwise; it begins with its first rows. */
export function useAnalyticsSearch(): (change: AnalyticsAddress) => void {
  const ask = useSearchChange<AnalyticsAddress>();
  return (change) => ask({ all: undefined, ...change });
}
