import { createContext, useContext, useEffect } from 'react';
import { otherReason } from '#core/reasons/read-reason.ts';
import { getEnteredReason, splitReason, type ReasonFields, type ReasonUse } from '#core/reasons/uses.ts';

/** A selectable reason, in the user's language. */
export interface ListedReason {
  code: string;
  name: string;
  isActive: boolean;
  requiresNote: boolean;
  uses: readonly ReasonUse[];
  /** Location to which goods are returned for this reason; null means on hold. */
  returnsTo: string | null;
}

interface Reasons {
  /** All reasons, including archived ones; empty until loaded and on servers without a reason list. */
  all: readonly ListedReason[];
  /** Triggers loading of the list. */
  request(): void;
}

const noReasons: Reasons = { all: [], request() {} };
const Context = createContext<Reasons>(noReasons);
export const ReasonsProvider = Context.Provider;

/** Returns the selectable reasons. */
export function useReasons(): readonly ListedReason[] {
  const { all, request } = useContext(Context);
  useEffect(request, [request]);
  return all;
}

/**
 * Returns a function that formats an entered or stored reason in the current language; empty without a
 * reason.
 */
export function useReasonText(): (reason: string | ReasonFields | null) => string {
  const all = useReasons();
  return (reason) => reasonText(reason, all);
}

export function reasonText(entered: string | ReasonFields | null, all: readonly ListedReason[]): string {
  const reason = entered === null || typeof entered === 'string' ? entered : getEnteredReason(entered);
  if (reason === null || reason === '') return '';
  const { code, note } = splitReason(reason);
  if (code === otherReason && note !== '') return note;
  const name = all.find((listed) => listed.code === code)?.name;
  if (name !== undefined) return note === '' ? name : `${name}: ${note}`;
  // Without the list, falls back to the server's text or the code in readable form.
  const words = (typeof entered === 'string' ? null : entered?.reason) ?? reason;
  return /^[a-z\d]+(_[a-z\d]+)+$/.test(words) ? toWords(words) : words;
}

const toWords = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
