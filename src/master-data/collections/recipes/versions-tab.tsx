import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { compareVersions } from '#domain/recipes/compare.ts';
import type { Component } from '#domain/recipes/recipe.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { recipeVersionsQuery, type RecipeVersionRow } from '#src/collections/items/recipes.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { Label } from '#src/components/ui/label.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { FactTable } from '#src/components/ui/table.tsx';
import { useNames } from '#src/entities/reference/use-names.ts';
import { absent, formatDate, formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useToday } from '#src/lib/use-today.ts';
import { recipesMessages } from './messages.ts';
import { useUnitWords } from './use-unit-words.ts';

/** Every version of a recipe, and two of them line by line. */
export function VersionsTab({ row }: { row: ResourceRow }) {
  const t = useMessages(recipesMessages);
  const { data, error, refetch } = useQuery(recipeVersionsQuery(row._id));
  const { amount } = useUnitWords();
  const money = useMoney();
  const today = useToday();
  if (!data) {
    return error ? (
      <LoadFailed title={t.failedVersions} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loadingVersions} />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <FactTable
        label={t.versionsLabel}
        rows={data}
        keyOf={({ no }) => no}
        columns={[
          {
            head: t.version(''),
            cell: ({ no, isCurrent, validFrom }) => (
              <span className="flex items-center gap-2 whitespace-nowrap">
                {String(no)} · {t.from(formatDate(validFrom))}
                {isCurrent ? <Pill tone="green">{t.current}</Pill> : null}
                {validFrom > today ? <Pill tone="blue">{t.ahead}</Pill> : null}
              </span>
            ),
          },
          {
            head: t.batch,
            isNumeric: true,
            cell: (each) => <bdi>{amount(each.yieldQty, each.yieldUnit)}</bdi>,
          },
          { head: t.cost, isNumeric: true, cell: ({ cost }) => (cost === null ? absent : money(cost)) },
        ]}
      />
      {data.length > 1 ? <Comparison versions={data} /> : null}
    </div>
  );
}

function Comparison({ versions }: { versions: readonly RecipeVersionRow[] }) {
  const t = useMessages(recipesMessages);
  const id = useId();
  const names = useNames(['items', 'recipes']);
  const { amount } = useUnitWords();
  const [latest] = versions;
  const [chosen, setChosen] = useState(versions[1]?.no);
  const before = versions.find(({ no }) => no === chosen);
  if (!latest || !before) return null;
  const lines = compareVersions(before, latest).filter(({ isSame }) => !isSame);
  const said = (component: Component | null) =>
    component === null
      ? t.notIn
      : [
          amount(component.qty, component.unit),
          ...(component.trimPercent === null ? [] : [t.trimmed(formatQuantity(component.trimPercent))]),
          ...(component.cookingPercent === null ? [] : [t.cooked(formatQuantity(component.cookingPercent))]),
          ...(component.alternatives.length === 0 ? [] : [t.alternativesOf(component.alternatives.length)]),
        ].join(' · ');
  return (
    <section aria-label={t.compareLabel} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Label htmlFor={id}>{t.compare}</Label>
        <Select id={id} value={String(before.no)} onChange={(event) => setChosen(Number(event.target.value))}>
          {versions.slice(1).map(({ no, validFrom }) => (
            <option key={no} value={String(no)}>
              {t.version(String(no))} · {formatDate(validFrom)}
            </option>
          ))}
        </Select>
      </div>
      {lines.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.noDifference}</p>
      ) : (
        <FactTable
          label={t.compareLabel}
          rows={lines.map((line, at) => ({ ...line, key: at }))}
          keyOf={({ key }) => key}
          columns={[
            {
              head: t.ingredients,
              cell: ({ before: was, after }) => {
                const { itemId = null, recipeId = null } = after ?? was ?? {};
                return (
                  <bdi>{itemId === null ? names.of('recipes', recipeId) : names.of('items', itemId)}</bdi>
                );
              },
            },
            { head: t.was, isNumeric: true, cell: (line) => <bdi>{said(line.before)}</bdi> },
            { head: t.is, isNumeric: true, cell: (line) => <bdi>{said(line.after)}</bdi> },
          ]}
        />
      )}
    </section>
  );
}
