import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Menu engineering: classes of dishes, thresholds of groups, and reasons for exclusion. */
export const menuEngineeringMessages = defineMessages('entities/menu/messages', {
  classes: { star: 'Star', plowhorse: 'Plowhorse', puzzle: 'Puzzle', dog: 'Dog' },
  thresholds: 'Thresholds',
  category: 'Menu category',
  noCategory: 'No category',
  everything: 'All dishes',
  judged: 'Dishes compared',
  popularFrom: 'Popularity threshold',
  profitableFrom: 'Margin threshold',
  leftOut: 'Excluded',
  leftOutBy: {
    few: (count: number) => `${formatCount(count)} with few sales`,
    cost: (count: number) => `${formatCount(count)} without cost`,
    returned: (count: number) => `${formatCount(count)} returned`,
  },
  why: { few: 'Few sales', cost: 'No cost', returned: 'Returned' },
  none: 'none',
  isNew: 'New',
});
