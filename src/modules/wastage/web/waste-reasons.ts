import { otherReason } from '#core/reasons/read-reason.ts';
import { wastageReasons } from '../wastage-rules.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasons } from '#platform/web/form/reason-choices.ts';
import { wasteMessages } from './messages.ts';

/**
 * Returns the name of a reason: from the list, until that has loaded from the built-in names, else the code.
 */
export function useWasteReason(): (reason: string) => string {
  const words: Readonly<Record<string, string>> = useMessages(wasteMessages).reasons;
  const all = useReasons();
  return (reason) =>
    all.find(({ code }) => code === reason)?.name ??
    (Object.hasOwn(words, reason) ? words[reason] : undefined) ??
    reason;
}

/** Returns the selectable waste reasons. */
export function useWasteReasons(): { id: string; name: string }[] {
  const words = useMessages(wasteMessages).reasons;
  const all = useReasons().filter(({ isActive, uses }) => isActive && uses.includes('forWaste'));
  return all.length === 0
    ? wastageReasons.map((id) => ({ id, name: words[id] }))
    : lastOther(all).map(({ code, name }) => ({ id: code, name }));
}

const lastOther = <R extends { code: string }>(all: readonly R[]) =>
  all.toSorted((a, b) => Number(a.code === otherReason) - Number(b.code === otherReason));
