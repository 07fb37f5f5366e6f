import type { Tile } from '#contract/figures.ts';
import { readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { getLifetimeMs } from '#src/lib/cache/lifetimes.ts';
import { type BranchDayRange, liveFigure, orNull } from '../documents/figures.ts';
import { readOne } from '../read-query.ts';

/**
 * Queries the tiles of a dashboard; slow ones separately. Cached with the stock that most of them depend on.
 * Null if the server has no such endpoint.
 *
 * @param today the current date in the user's time zone
 */
export function tilesQuery(days: BranchDayRange, today: string, which: 'light' | 'heavy') {
  const search = { ...days, today, which };
  return {
    queryKey: ['stock_data', 'tiles', search] as const,
    staleTime: getLifetimeMs('orders'),
    ...liveFigure,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      orNull(async (): Promise<Tile[]> => {
        const reply = await api.get('reports/tiles', { signal, search });
        return readOne(reply, ({ tiles }) => (Array.isArray(tiles) ? tiles.map(readTile) : []));
      }),
  };
}

function readTile(value: unknown): Tile {
  const row = readRecord(value);
  const days = row['byDay'];
  return {
    key: readText(row['key']) ?? '',
    report: readText(row['report']) ?? '',
    params: Object.fromEntries(
      Object.entries(readRecord(row['params'])).map(([name, asked]) => [name, String(asked)]),
    ),
    figure: readText(row['figure']) ?? '',
    type: readText(row['type']) ?? 'count',
    value: readNumberValue(row['value']),
    before: readNumberValue(row['before']),
    byDay: Array.isArray(days) ? days.map((day) => readNumberValue(day) ?? 0) : null,
    goal: readGoal(row['goal']),
  };
}

/** Returns the goal of a tile; null if none is set or supported. */
function readGoal(given: unknown): Tile['goal'] {
  const { value, kind, isMet, of } = readRecord(given);
  const goal = readNumberValue(value);
  if (goal === null || (kind !== 'atLeast' && kind !== 'atMost')) return null;
  return {
    value: goal,
    kind,
    isMet: typeof isMet === 'boolean' ? isMet : null,
    of: of === 'branch' ? 'branch' : 'business',
  };
}
