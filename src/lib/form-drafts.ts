import { type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import { keep, recall } from './device-storage.ts';

/** What was typed into a form and is not saved, as this device keeps it for its owner. */
export interface FormDraft {
  /** The fields that were changed. */
  values: JsonRecord;
  /** The same fields, and the version, as the row had them when it was changed; null for a new row. */
  base: JsonRecord | null;
  /** Of a new row that was sent and may have arrived: the Idempotency-Key of that call. Null: it was never sent. */
  key: string | null;
  /** Epoch ms. */
  savedAt: number;
}

const prefix = 'commissary.form.';
const atMost = 20;
const longestChars = 100_000;
const lifetimeMs = 7 * 24 * 60 * 60_000;

/** Never kept on a device, whatever form they stand in. */
const secrets: ReadonlySet<string> = new Set(['password', 'currentPassword', 'newPassword']);

/**
 * The name of a form's draft.
 *
 * @param slot which form: collection and row, `units.UNIT_ID`, `units.new`
 */
export function formDraftName(userId: string, slot: string): string {
  return `${prefix}${userId}.${slot}`;
}

/** What was left in a form; null when nothing was, it is older than 7 days, or storage is blocked. */
export function recallForm(name: string, nowMs: number = Date.now()): FormDraft | null {
  const draft = readDraft(recall(name));
  return draft && nowMs - draft.savedAt < lifetimeMs ? draft : null;
}

/**
 * Keeps what was typed, without secrets; null forgets it. The device keeps 20 forms for 7 days: what is older goes,
 * and so does what is too long to be a form. Where storage is blocked or full the form goes on without.
 */
export function keepForm(name: string, draft: FormDraft | null, nowMs: number = Date.now()): void {
  const values = Object.entries(draft?.values ?? {}).filter(([field]) => !secrets.has(field));
  const kept =
    draft && values.length > 0 ? JSON.stringify({ ...draft, values: Object.fromEntries(values) }) : null;
  if (kept !== null && recall(name) === null) makeRoom(nowMs);
  keep(name, kept !== null && kept.length <= longestChars ? kept : null);
}

function makeRoom(nowMs: number): void {
  const drafts = keptNames()
    .map((name) => ({ name, savedAt: readDraft(recall(name))?.savedAt ?? 0 }))
    .toSorted((a, b) => b.savedAt - a.savedAt);
  for (const [index, { name, savedAt }] of drafts.entries())
    if (index >= atMost - 1 || nowMs - savedAt >= lifetimeMs) keep(name, null);
}

function keptNames(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function readDraft(kept: string | null): FormDraft | null {
  try {
    const stored = record(JSON.parse(kept ?? 'null'));
    const savedAt = number(stored['savedAt']);
    if (savedAt === null) return null;
    return {
      values: record(stored['values']),
      base: stored['base'] === null ? null : record(stored['base']),
      key: text(stored['key']),
      savedAt,
    };
  } catch {
    return null;
  }
}
