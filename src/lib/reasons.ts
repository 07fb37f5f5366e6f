import { createContext, useContext, useEffect } from 'react';
import { otherReason } from '#domain/reasons/read-reason.ts';
import { enteredReason, splitReason, type ReasonFields, type ReasonUse } from '#domain/reasons/uses.ts';

/** A reason that can be chosen, in the language of the reader. */
export interface ListedReason {
  code: string;
  name: string;
  isActive: boolean;
  asksNote: boolean;
  uses: readonly ReasonUse[];
  /** Where goods go that come back for it; null: they are set aside. */
  returnsTo: string | null;
}

interface Reasons {
  /** All of them, archived ones too; empty until they are there, and where the server has no such list. */
  all: readonly ListedReason[];
  /** Says that somebody needs them: only then are they fetched. */
  want(): void;
}

const none: Reasons = { all: [], want() {} };
const Context = createContext<Reasons>(none);
export const ReasonsProvider = Context.Provider;

/** The reasons to choose from. */
export function useReasons(): readonly ListedReason[] {
  const { all, want } = useContext(Context);
  useEffect(want, [want]);
  return all;
}

/** What was said as a reason, or what a document holds of one, in the language of the reader; empty without one. */
export function useReasonText(): (of: string | ReasonFields | null) => string {
  const all = useReasons();
  return (of) => reasonText(of, all);
}

export function reasonText(of: string | ReasonFields | null, all: readonly ListedReason[]): string {
  const said = of === null || typeof of === 'string' ? of : enteredReason(of);
  if (said === null || said === '') return '';
  const { code, note } = splitReason(said);
  if (code === otherReason && note !== '') return note;
  const name = all.find((each) => each.code === code)?.name;
  if (name !== undefined) return note === '' ? name : `${name}: ${note}`;
  // Without the list: as the server said it, or the code as people write it.
  const words = (typeof of === 'string' ? null : of?.reason) ?? said;
  return /^[a-z\d]+(_[a-z\d]+)+$/.test(words) ? spaced(words) : words;
}

const spaced = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
