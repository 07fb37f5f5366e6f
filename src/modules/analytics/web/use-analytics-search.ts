import { useSearchChange } from '#platform/web/use-search-change.ts';
import type { AnalyticsAddress } from './search.ts';

/** Returns a function that changes search parameters and returns to the first rows. */
export function useAnalyticsSearch(): (change: AnalyticsAddress) => void {
  const changeSearch = useSearchChange<AnalyticsAddress>();
  return (change) => changeSearch({ all: undefined, ...change });
}
