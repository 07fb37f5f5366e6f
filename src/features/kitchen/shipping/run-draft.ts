import { readRecord, readText } from '#contract/tolerant.ts';
import { maxCrates } from '#domain/orders/shipping.ts';
import { defineDraft } from '#src/lib/drafts/drafts.ts';

/** What is entered for a vehicle before it leaves. */
export interface RunDraft {
  driver: string;
  vehicle: string;
  /** As the browser's field has it: local, without a zone. */
  departsAt: string;
  /** By order, as typed. */
  crates: Readonly<Record<string, string>>;
}

const emptyRun: RunDraft = { driver: '', vehicle: '', departsAt: '', crates: {} };

/** Kept on the device, so that nothing of it is typed twice. */
export const runDrafts = defineDraft<RunDraft>({
  name: 'ship-together',
  empty: () => emptyRun,
  isEmpty: ({ driver, vehicle, departsAt, crates }) =>
    [driver, vehicle, departsAt, ...Object.values(crates)].every((typed) => typed === ''),
  read: (kept) => ({
    driver: readText(kept['driver']) ?? '',
    vehicle: readText(kept['vehicle']) ?? '',
    departsAt: readText(kept['departsAt']) ?? '',
    crates: Object.fromEntries(
      Object.entries(readRecord(kept['crates'])).flatMap(([id, typed]) =>
        typeof typed === 'string' ? [[id, typed]] : [],
      ),
    ),
  }),
});

/** How many crates were typed: null where nothing is, undefined for what is no number of crates. */
export function parseCrates(typed: string | undefined): number | null | undefined {
  const digits = (typed ?? '').trim().replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  if (digits === '') return null;
  const crates = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return crates >= 1 && crates <= maxCrates ? crates : undefined;
}

/** When the vehicle leaves, as it travels; null where nothing is said, or no such moment. */
export function parseDeparture(typed: string): string | null {
  const moment = new Date(typed);
  return typed === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
