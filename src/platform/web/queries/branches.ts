import { useQuery } from '@tanstack/react-query';
import { listOf, type Shape, type Wire, withDefault } from '#platform/shapes/shape.ts';
import { readId, type JsonRecord, readText } from '#platform/shapes/tolerant.ts';
import type { ClosedDays } from '#core/closed-days.ts';
import { currentProfile } from '#platform/web/session/session.ts';
import { readList, readQuery } from './read-query.ts';
import { createReader } from './read-shape.ts';

const closedDays = {
  from: 'required text',
  /** The last day; the first day if omitted. */
  until: 'text',
  yearly: 'flag',
  note: 'text?',
} as const satisfies Shape;

const branch = {
  _id: 'key',
  name: 'name',
  nameAlt: 'text?',
  code: 'text',
  /** `branch`, `central_kitchen` or `warehouse`; other servers may send a different value. */
  type: withDefault('text', 'branch'),
  /** Supplying kitchen; null for a kitchen or if not set. */
  supplyingKitchenId: 'id?',
  timezone: 'text',
  dayEnds: listOf({ from: 'text?', at: 'required text' }),
  deliveryDays: listOf({
    weekday: 'required integer',
    cutoffTime: 'required text',
    cutoffDaysBefore: 'integer',
  }),
  closedDays: listOf(closedDays),
  minOrderValue: 'money?',
  /** Delivery route, and the stop on it. */
  route: 'id?',
  routeStop: 'integer?',
  /** Substitution rule of the branch; null if not set. */
  substituting: 'text?',
  /** Whether sales deplete its stock. */
  depletesStock: 'flag',
  isActive: withDefault('flag', true),
} as const satisfies Shape;

/** A location with the fields needed for ordering. */
export type Branch = Wire<typeof branch> & {
  /** Closed days of its supplying kitchen. */
  kitchenClosedDays: ClosedDays[];
};

/** Queries all locations, including archived ones. */
export function branchesQuery() {
  return readQuery({
    collection: 'branches_data',
    key: ['list'],
    lifetime: 'branches',
    path: currentProfile().paths.branches,
    search: { limit: 500 },
    read: (reply) => withKitchenClosedDays(readList(reply, readBranch).rows),
  });
}

/** Adds the closed days of the supplying kitchen, because a branch doesn't receive deliveries on them. */
function withKitchenClosedDays(branches: readonly Branch[]): Branch[] {
  const closedDaysById = new Map(branches.map(({ _id, closedDays }) => [_id, closedDays]));
  return branches.map((branch) => ({
    ...branch,
    kitchenClosedDays: closedDaysById.get(branch.supplyingKitchenId ?? '') ?? [],
  }));
}

/** Returns the time zone of a branch; undefined until loaded, which means local time. */
export function useTimeZone(branchId: string): string | undefined {
  return useQuery(branchesQuery()).data?.find(({ _id }) => _id === branchId)?.timezone;
}

/** Returns the row with its id as the name if it has no name, which other servers may omit. */
export const withName = (row: JsonRecord): JsonRecord => ({
  ...row,
  name: readText(row['name']) ?? readId(row),
});

const readBranchRow = createReader(branch);

function readBranch(row: JsonRecord): Branch | null {
  const parsed = readBranchRow(withName(row));
  return (
    parsed && {
      ...parsed,
      timezone: validateTimeZone(parsed.timezone),
      deliveryDays: parsed.deliveryDays.filter(({ cutoffTime }) => /^\d{2}:\d{2}$/.test(cutoffTime)),
      closedDays: completeClosedDays(parsed.closedDays),
      kitchenClosedDays: [],
    }
  );
}

const readClosedDaysField = createReader({ closedDays: listOf(closedDays) });

/** Reads closed days in any format that servers may send. */
export const readClosedDays = (value: unknown): ClosedDays[] =>
  completeClosedDays(readClosedDaysField({ closedDays: value })?.closedDays ?? []);

const completeClosedDays = (rows: readonly ClosedDays[]): ClosedDays[] =>
  rows
    .filter(({ from }) => /^\d{4}-\d\d-\d\d$/.test(from))
    .map((row) => ({ ...row, until: row.until || row.from }));

/**
 * Returns the zone if this browser supports it, otherwise the browser's own zone, so that an invalid name
 * doesn't break the screen.
 */
function validateTimeZone(zone: string): string {
  const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return zone === ''
      ? deviceZone
      : Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return deviceZone;
  }
}
