import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Target, TriangleAlert } from 'lucide-react';
import type { RecipeEffect } from '../shapes.ts';
import { canOpenPage } from '#core/permissions.ts';
import { Pill } from '#platform/web/ui/pill.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatPercentChange, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { costingMessages } from './messages.ts';

/** A percentage change with sign and arrow, readable without colour. */
export function CostChange({
  percent,
  exceedsTolerance,
}: {
  percent: number | null;
  exceedsTolerance: boolean;
}) {
  const t = useMessages(costingMessages);
  const text = percent === null ? t.effects.unknown : formatPercentChange(percent / 100);
  if (exceedsTolerance)
    return (
      <Pill tone="amber" icon={TriangleAlert} className="relative">
        <span className="sr-only">{t.changes.alert}</span>
        {text}
      </Pill>
    );
  if (percent === null) return text;
  const Icon = percent > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {percent === 0 ? null : <Icon aria-hidden="true" className="size-3" />}
      {text}
    </span>
  );
}

function BeforeAfter({ before, after }: { before: string; after: string }) {
  const t = useMessages(costingMessages);
  return (
    <>
      <span className="whitespace-nowrap">{after}</span>
      {before === after ? null : (
        <span className="block whitespace-nowrap text-muted-foreground text-xs">
          {t.effects.previous(before)}
        </span>
      )}
    </>
  );
}

/** Recipe cost and margin before and after a change, largest change first; rows link to the recipe. */
export function RecipeEffectTable({ recipes }: { recipes: readonly RecipeEffect[] }) {
  const t = useMessages(costingMessages).effects;
  const money = useMoney();
  const canOpenMenu = canOpenPage(useUser(), '/menu');
  const formatCost = (value: number | null) => (value === null ? t.unknown : money(value));
  const formatPercentage = (value: number | null) => (value === null ? missingValue : formatQuantity(value));
  const formatMargin = (value: number | null) => (value === null ? missingValue : money(value));
  return (
    <FactTable
      label={t.table}
      rows={recipes}
      getKey={({ recipeId }) => recipeId}
      columns={[
        {
          heading: t.recipe,
          cell({ recipeId, name, kind }) {
            const nameText = <bdi>{name}</bdi>;
            return (
              <>
                {canOpenMenu ? (
                  <Link
                    to="/menu"
                    search={{ row: recipeId, tab: 'costs' }}
                    className="font-medium underline-offset-4 hover:underline"
                  >
                    {nameText}
                  </Link>
                ) : (
                  <span className="font-medium">{nameText}</span>
                )}
                {kind === 'sub-recipe' ? (
                  <span className="block text-muted-foreground text-xs">{t.sub}</span>
                ) : null}
              </>
            );
          },
        },
        {
          heading: t.cost,
          isNumeric: true,
          cell: ({ before, after }) => (
            <BeforeAfter before={formatCost(before.plateCost)} after={formatCost(after.plateCost)} />
          ),
        },
        {
          heading: t.change,
          isNumeric: true,
          cell: ({ changePercent, exceedsTolerance }) => (
            <CostChange percent={changePercent} exceedsTolerance={exceedsTolerance} />
          ),
        },
        {
          heading: t.foodCost,
          isNumeric: true,
          cell: ({ before, after }) => (
            <BeforeAfter
              before={formatPercentage(before.foodCostPercent)}
              after={formatPercentage(after.foodCostPercent)}
            />
          ),
        },
        {
          heading: t.goal,
          isNumeric: true,
          cell: ({ targetFoodCostPercent, isAboveGoal }) => (
            <>
              {formatPercentage(targetFoodCostPercent)}
              {isAboveGoal ? (
                <Pill tone="red" icon={Target} className="ms-2">
                  {t.aboveGoal}
                </Pill>
              ) : null}
            </>
          ),
        },
        {
          heading: t.margin,
          isNumeric: true,
          cell: ({ before, after }) => (
            <BeforeAfter before={formatMargin(before.margin)} after={formatMargin(after.margin)} />
          ),
        },
      ]}
    />
  );
}
