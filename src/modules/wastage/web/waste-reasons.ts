import { otherReason } from '#core/reasons/read-reason.ts';
import { wastageReasons } from '../wastage-rules.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasons } from '#platform/web/form/reason-choices.ts';
import { wasteMessages } from './messages.ts';

/**
 * Returns a lookup of reason names: from the list of reasons, or the built-in names while it is loading.
 * Unknown reasons are returned as their code.
 */
export function useWasteReason(): (reason: string) => string {
  const builtInNames: Readonly<Record<string, string>> = useMessages(wasteMessages).reasons;
  const reasons = useReasons();
  return (reason) =>
    reasons.find(({ code }) => code === reason)?.name ??
    (Object.hasOwn(builtInNames, reason) ? builtInNames[reason] : undefined) ??
    reason;
}

/** Returns the selectable waste reasons. */
export function useWasteReasons(): { id: string; name: string }[] {
  const builtInNames = useMessages(wasteMessages).reasons;
  const reasons = useReasons().filter(({ isActive, uses }) => isActive && uses.includes('forWaste'));
  return reasons.length === 0
    ? wastageReasons.map((id) => ({ id, name: builtInNames[id] }))
    : moveOtherLast(reasons).map(({ code, name }) => ({ id: code, name }));
}

const moveOtherLast = <R extends { code: string }>(reasons: readonly R[]) =>
  reasons.toSorted((a, b) => Number(a.code === otherReason) - Number(b.code === otherReason));
