import { defineMessages } from '#src/lib/i18n/messages.ts';

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** Why so much of an item is suggested, in words. Amounts come with their units, days with their names. */
export const suggestionMessages = defineMessages('entities/suggestion/messages', {
  does: { sold: 'sell', used: 'use', ordered: 'order' },
  week: (weekday: string, does: string, average: string, lastFour: string | null) =>
    `${weekday}s ${does} ${average} on average${lastFour === null ? '' : `, the last four ${lastFour}`}`,
  ofCategory: 'the days of the week as its category has them',
  covers: (names: readonly string[]) => {
    const [first = '', ...rest] = names;
    const last = rest.at(-1);
    if (last === undefined) return first === '' ? 'delivery covers no open day' : `delivery covers ${first}`;
    return rest.length === 1
      ? `delivery covers ${first} and ${last}`
      : `delivery covers ${first} to ${last} (${days(names.length)})`;
  },
  there: (onHand: string, coming: string | null, used: string | null) =>
    `${onHand} on hand, ${coming ?? 'none'} coming${used === null ? '' : `, of which ${used} will be used until then`}`,
  upToPar: (par: string) => `fills up to the par of ${par}`,
  asLast: 'as much as the last order',
  littleHistory: (count: number) =>
    count === 0
      ? 'Nothing of it is known yet'
      : `Only ${days(count)} of it ${count === 1 ? 'is' : 'are'} known`,
  nothing: 'no par is set and nothing was ordered before',
  result: (why: string, amount: string, packs: string | null) =>
    `${why}: ${amount}${packs === null ? '' : `, which is ${packs}`}`,
  packsOf: (packs: string, contents: string) => `${packs} of ${contents}`,
  unusable: (amount: string) => `${amount} on hold or expired by then do not count.`,
  leftOut: (count: number) =>
    `${days(count)} without stock, or said to be an exception, ${count === 1 ? 'is' : 'are'} left out.`,
  runsOut: (oneIn: number | null) => {
    if (oneIn === null) return 'With that it practically never runs out.';
    return oneIn <= 1
      ? 'With that it will more likely run out than not.'
      : `With that it runs out about once in ${oneIn} deliveries.`;
  },
  outOfStock: (oneIn: number) => `out of stock about 1 day in ${oneIn}`,
});
