import { weekdayOf } from '#domain/weekday.ts';
import { addDays } from '../local-time.ts';
import type { Random } from '../random.ts';
import { expectedSales } from './articles.ts';
import type { BranchState } from './branch-state.ts';
import type { SoldRow } from './events.ts';

/** How much more or less than on an average day is sold of what people eat at noon, or at weekends. */
const favour = { brunch: { weekday: 0.8, weekend: 1.5 }, lunch: { weekday: 1.12, weekend: 0.7 } } as const;

/** What is asked for abroad, where everything is dearer, against the list. */
const abroad: Readonly<Record<string, number>> = { B07: 1.08, B08: 1.14 };

interface Traded {
  date: string;
  today: string;
  /** What was used up on the day, by item, in millionths of base units. */
  used: ReadonlyMap<string, number>;
  random: Random;
}

/**
 * What a branch sold on a day: as often as what it used up of the item that leads allows. What is left over of a portion is sold
 * on another day.
 */
export function planSales(
  { branch, articles, unsold }: BranchState,
  { date, today, used, random }: Traded,
): SoldRow[] {
  const day = weekdayOf(date) > 5 ? 'weekend' : 'weekday';
  return articles.flatMap(({ code, name, netE4, takes, leads, perDay, when, since }): SoldRow[] => {
    if (since !== null && date <= addDays(today, -since)) return [];
    const often = expectedSales({ takes, leads, perDay }, used, branch.size);
    const favoured = when === 'brunch' || when === 'lunch' ? favour[when][day] : 1;
    const wanted = often * favoured * random.between(0.94, 1.04) + (unsold.get(code) ?? 0);
    const qty = Math.floor(wanted);
    unsold.set(code, wanted - qty);
    const eachE4 = Math.round((netE4 * (abroad[branch.code] ?? 1)) / 100) * 100;
    return qty === 0 ? [] : [{ branch: branch.code, code, name, qty, netE4: qty * eachE4 }];
  });
}
