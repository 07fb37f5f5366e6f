import { useQuery } from '@tanstack/react-query';
import {
  readBoolean,
  readId,
  type JsonRecord,
  readNumberValue,
  readRecord,
  readReference,
  readText,
} from '#contract/tolerant.ts';
import type { ClosedDays } from '#domain/planning/closed-days.ts';
import type { DeliveryDay } from '#domain/planning/cutoff.ts';
import { currentProfile } from '#src/lib/session/session.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

/** A branch or kitchen with the fields that ordering needs. */
export interface Branch {
  _id: string;
  name: string;
  nameAlt: string | null;
  code: string;
  /** branch, central_kitchen or warehouse; other servers may send another value. */
  type: string;
  /** Supplying kitchen; null for a kitchen or if not set. */
  supplyingKitchenId: string | null;
  timezone: string;
  deliveryDays: DeliveryDay[];
  closedDays: ClosedDays[];
  /** Closed days of its supplying kitchen. */
  kitchenClosedDays: ClosedDays[];
  minOrderValue: number | null;
  /** Delivery route, and the stop on it. */
  route: string | null;
  routeStop: number | null;
  /** Substitution rule of the branch; null if not set. */
  substituting: string | null;
  /** Whether sales deplete its stock. */
  salesTakeStock: boolean;
  isActive: boolean;
}

/** Queries all locations, including archived ones. */
export function branchesQuery() {
  return readQuery({
    collection: 'branches_data',
    key: ['list'],
    lifetime: 'branches',
    path: currentProfile().paths.branches,
    search: { limit: 500 },
    read: (reply) => withKitchens(readList(reply, readBranch).rows),
  });
}

/** A branch doesn't receive deliveries while its kitchen is closed. */
function withKitchens(branches: readonly Branch[]): Branch[] {
  const closed = new Map(branches.map(({ _id, closedDays }) => [_id, closedDays]));
  return branches.map((branch) => ({
    ...branch,
    kitchenClosedDays: closed.get(branch.supplyingKitchenId ?? '') ?? [],
  }));
}

/** Returns the time zone of a branch; undefined until loaded, which means local time. */
export function useTimeZone(branchId: string): string | undefined {
  return useQuery(branchesQuery()).data?.find(({ _id }) => _id === branchId)?.timezone;
}

function readBranch(row: JsonRecord): Branch | null {
  const _id = readId(row);
  if (_id === null) return null;
  const days = row['deliveryDays'];
  return {
    _id,
    ...shownNames(readText(row['name']) ?? _id, readText(row['nameAlt'])),
    code: readText(row['code']) ?? '',
    type: readText(row['type']) ?? 'branch',
    supplyingKitchenId: readReference(row['supplyingKitchenId'])?.id ?? null,
    timezone: knownZone(readText(row['timezone'])),
    deliveryDays: Array.isArray(days) ? days.flatMap((day: unknown) => readDay(readRecord(day))) : [],
    closedDays: readClosedDays(row['closedDays']),
    kitchenClosedDays: [],
    minOrderValue: readNumberValue(row['minOrderValue']),
    route: readText(row['route']),
    routeStop: readNumberValue(row['routeStop']),
    substituting: readText(row['substituting']),
    salesTakeStock: readBoolean(row['salesTakeStock']),
    isActive: readBoolean(row['isActive'], true),
  };
}

function readDay(row: JsonRecord): DeliveryDay[] {
  const [weekday, cutoffTime] = [readNumberValue(row['weekday']), readText(row['cutoffTime'])];
  if (weekday === null || cutoffTime === null || !/^\d{2}:\d{2}$/.test(cutoffTime)) return [];
  return [{ weekday, cutoffTime, cutoffDaysBefore: readNumberValue(row['cutoffDaysBefore']) ?? 0 }];
}

/** Reads closed days as any server may send them: the last day defaults to the first. */
export function readClosedDays(value: unknown): ClosedDays[] {
  return (Array.isArray(value) ? value.map(readRecord) : []).flatMap((row) => {
    const from = readText(row['from']);
    if (from === null || !/^\d{4}-\d\d-\d\d$/.test(from)) return [];
    const [until, yearly, note] = [
      readText(row['until']) ?? from,
      readBoolean(row['yearly']),
      readText(row['note']),
    ];
    return [{ from, until, yearly, note }];
  });
}

/**
 * Returns the zone if this browser knows it, else the browser's own, so that an invalid name does not break
 * the screen.
 */
function knownZone(zone: string | null): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return zone === null ? own : Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return own;
  }
}
