import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Menu engineering: classes of dishes, thresholds of groups, and reasons for exclusion. */
export const menuMessages = defineMessages('entities/menu/messages', {
  classes: { star: 'Star', plowhorse: 'Plowhorse', puzzle: 'Puzzle', dog: 'Dog' },
  thresholds: 'Thresholds',
  category: 'Menu category',
  noCategory: 'No category',
  everything: 'All together',
  judged: 'Dishes compared',
  popularFrom: 'Popular from, of what was sold',
  profitableFrom: 'Profitable from, a portion',
  leftOut: 'Left out',
  leftOutBy: {
    few: (count: number) => `${formatCount(count)} hardly sold`,
    cost: (count: number) => `${formatCount(count)} without a cost`,
    returned: (count: number) => `${formatCount(count)} given back`,
  },
  why: { few: 'Hardly sold', cost: 'Without a cost', returned: 'Given back' },
  none: 'none',
  isNew: 'New',
});
