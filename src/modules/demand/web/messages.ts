import { defineMessages } from '#platform/web/i18n/messages.ts';

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** Reasons for suggested quantities. Amounts include their units; days are given by name. */
export const suggestionMessages = defineMessages('modules/demand/web/messages', {
  verbs: { sold: 'sold', used: 'used', ordered: 'ordered' },
  week: (weekday: string, verb: string, average: string, lastFour: string | null) =>
    `Average ${verb} on ${weekday}s: ${average}${lastFour === null ? '' : ` (last four: ${lastFour})`}.`,
  categoryPattern: 'Uses the weekday pattern of its category.',
  coveredDays: (names: readonly string[]) => {
    const [first = '', ...rest] = names;
    const last = rest.at(-1);
    if (last === undefined)
      return first === '' ? 'The delivery covers no open days.' : `The delivery covers ${first}.`;
    return rest.length === 1
      ? `The delivery covers ${first} and ${last}.`
      : `The delivery covers ${first} through ${last} (${days(names.length)}).`;
  },
  stock: (onHand: string, incoming: string | null, used: string | null) =>
    `On hand: ${onHand}. On order: ${incoming ?? 'none'}.${used === null ? '' : ` Used before delivery: ${used}.`}`,
  upToPar: (par: string) => `Fills stock to the par level of ${par}.`,
  sameAsLast: 'Same as the last order.',
  littleHistory: (count: number) => (count === 0 ? 'No history yet.' : `Only ${days(count)} of history.`),
  noBasis: 'No par level or earlier order.',
  notNeeded: 'Nothing needed.',
  suggested: (amount: string, contents: string | null) =>
    `Suggested: ${amount}${contents === null ? '' : ` (${contents})`}.`,
  unusable: (amount: string) => `Excludes ${amount} on hold or expiring before the delivery.`,
  excludedDays: (count: number) => `Excludes ${days(count)} out of stock or marked as an exception.`,
  runsOut: (oneIn: number | null) => {
    if (oneIn === null) return 'With this quantity, the item almost never runs out.';
    return oneIn <= 1
      ? 'With this quantity, the item will probably run out.'
      : `With this quantity, the item runs out about once in ${oneIn} deliveries.`;
  },
  outOfStock: (oneIn: number) => `out of stock about 1 day in ${oneIn}`,
});
