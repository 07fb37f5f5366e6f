import type { ReactNode } from 'react';
import type { MenuEngineering } from '#modules/food-cost/shapes.ts';
import { menuExclusions } from '#modules/food-cost/menu-engineering.ts';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatCount, formatPercent } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { menuEngineeringMessages } from './menu-messages.ts';

type Group = MenuEngineering['groups'][number];
type Dish = MenuEngineering['rows'][number];

/** Returns the name of a group of dishes. */
export function useGroupName(by: MenuEngineering['by']): (category: string | null) => string {
  const t = useMessages(menuEngineeringMessages);
  return (category) => category ?? (by === 'all' ? t.everything : t.noCategory);
}

/** Returns the class of a dish, or the reason for its exclusion. */
export function useClassName(): (dish: Pick<Dish, 'class' | 'excluded'>) => string {
  const t = useMessages(menuEngineeringMessages);
  return ({ class: dishClass, excluded }) =>
    dishClass === null
      ? excluded === null
        ? missingValue
        : t.exclusionReasons[excluded]
      : t.classes[dishClass];
}

interface ThresholdsProps {
  data: MenuEngineering;
  /** Renders a group; its name by default. */
  cell?(group: Group, name: string): ReactNode;
}

/** Popularity and margin thresholds by group, with the number of excluded dishes. */
export function MenuThresholds({ data: { by, groups }, cell }: ThresholdsProps) {
  const t = useMessages(menuEngineeringMessages);
  const money = useMoney();
  const getName = useGroupName(by);
  const formatExclusions = ({ excluded: counts }: Group) =>
    menuExclusions
      .flatMap((reason) => (counts[reason] > 0 ? [t.excludedCounts[reason](counts[reason])] : []))
      .join(', ');
  return (
    <FactTable
      label={t.thresholds}
      rows={groups}
      getKey={({ category }) => category ?? ''}
      columns={[
        {
          heading: t.category,
          cell: (group: Group) => {
            const name = getName(group.category);
            return cell ? cell(group, name) : <bdi>{name}</bdi>;
          },
        },
        { heading: t.compared, isNumeric: true, cell: ({ compared }) => formatCount(compared) },
        {
          heading: t.popularFrom,
          isNumeric: true,
          cell: ({ popularFromPercent }) =>
            popularFromPercent === null ? missingValue : formatPercent(popularFromPercent / 100),
        },
        {
          heading: t.profitableFrom,
          isNumeric: true,
          cell: ({ profitableFrom }) => money(profitableFrom),
        },
        { heading: t.excluded, cell: (group) => formatExclusions(group) || t.none },
      ]}
    />
  );
}
