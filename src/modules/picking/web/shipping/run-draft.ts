import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import { maxCrates } from '#modules/orders/shipping.ts';
import { defineDraft } from '#platform/web/drafts/drafts.ts';

/** Transport data entered for a vehicle before departure. */
export interface RunDraft {
  driver: string;
  vehicle: string;
  /** Value of the `datetime-local` field, without a time zone. */
  departsAt: string;
  /** Number of crates entered, by order ID. */
  crates: Readonly<Record<string, string>>;
}

const emptyRun: RunDraft = { driver: '', vehicle: '', departsAt: '', crates: {} };

/** Drafts of transport data, stored on the device until the run is shipped. */
export const runDrafts = defineDraft<RunDraft>({
  name: 'ship-together',
  empty: () => emptyRun,
  isEmpty: ({ driver, vehicle, departsAt, crates }) =>
    [driver, vehicle, departsAt, ...Object.values(crates)].every((value) => value === ''),
  read: (stored) => ({
    driver: readText(stored['driver']) ?? '',
    vehicle: readText(stored['vehicle']) ?? '',
    departsAt: readText(stored['departsAt']) ?? '',
    crates: Object.fromEntries(
      Object.entries(readRecord(stored['crates'])).flatMap(([id, value]) =>
        typeof value === 'string' ? [[id, value]] : [],
      ),
    ),
  }),
});

/** Parses a number of crates: null if empty, undefined if invalid. */
export function parseCrates(input: string | undefined): number | null | undefined {
  const digits = (input ?? '').trim().replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  if (digits === '') return null;
  const crates = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return crates >= 1 && crates <= maxCrates ? crates : undefined;
}

/** Converts the departure to ISO UTC; null if empty or invalid. */
export function parseDeparture(input: string): string | null {
  const departure = new Date(input);
  return input === '' || Number.isNaN(departure.getTime()) ? null : departure.toISOString();
}
