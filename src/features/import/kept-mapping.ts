import { record } from '#contract/tolerant.ts';
import { keep, recall } from '#src/lib/device-storage.ts';
import type { Defaults } from './plan.ts';

interface Kept {
  /** By the plain word of a heading: the column it is, null for left out. */
  columns: Readonly<Record<string, string | null>>;
  defaults: Defaults;
}

const keyOf = (user: string, kind: string) => `commissary.import.${user}.${kind}`;

/** What this person chose on this device for files of this kind. */
export function recallChoices(user: string, kind: string): Kept {
  try {
    const { columns, defaults } = record(JSON.parse(recall(keyOf(user, kind)) ?? '{}'));
    const chosen = Object.entries(record(columns)).filter(
      (entry): entry is [string, string | null] => entry[1] === null || typeof entry[1] === 'string',
    );
    const usual = Object.entries(record(defaults)).filter(
      (entry): entry is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof entry[1]),
    );
    return { columns: Object.fromEntries(chosen), defaults: Object.fromEntries(usual) };
  } catch {
    return { columns: {}, defaults: {} };
  }
}

export function keepChoices(user: string, kind: string, chosen: Kept): void {
  const before = recallChoices(user, kind);
  keep(
    keyOf(user, kind),
    JSON.stringify({ columns: { ...before.columns, ...chosen.columns }, defaults: chosen.defaults }),
  );
}
