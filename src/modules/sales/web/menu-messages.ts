import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Menu engineering: classes of dishes, thresholds of groups, and reasons for exclusion. Loaded with its tables. */
export const menuEngineeringMessages = defineMessages('modules/sales/web/menu-messages', {
  classes: { star: 'Star', plowhorse: 'Plowhorse', puzzle: 'Puzzle', dog: 'Dog' },
  thresholds: 'Thresholds',
  category: 'Menu category',
  noCategory: 'No category',
  everything: 'All dishes',
  compared: 'Dishes compared',
  popularFrom: 'Popularity threshold',
  profitableFrom: 'Margin threshold',
  excluded: 'Excluded',
  excludedCounts: {
    few: (count: number) => `${formatCount(count)} with few sales`,
    cost: (count: number) => `${formatCount(count)} without cost`,
    returned: (count: number) => `${formatCount(count)} returned`,
  },
  exclusionReasons: { few: 'Few sales', cost: 'No cost', returned: 'Returned' },
  none: 'none',
  isNew: 'New',
});
