import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RecipeVersion } from '../../shapes.ts';
import { compareVersions } from '../../compare.ts';
import { type Component, portion } from '../../recipe.ts';
import { sameValue } from '#core/same-value.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { recipeVersionsQuery } from '../queries/recipes.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Label } from '#platform/web/ui/label.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { missingValue, formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useToday } from '#platform/web/use-today.ts';
import { recipesMessages } from './messages.ts';
import { useUnitWords } from './use-unit-words.ts';

/** All versions of a recipe, and a line-by-line comparison of two. */
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
            cell: (version) => <bdi>{amount(version.yieldQty, version.yieldUnit)}</bdi>,
          },
          { head: t.cost, isNumeric: true, cell: ({ cost }) => (cost === null ? missingValue : money(cost)) },
        ]}
      />
      {data.length > 1 ? <Comparison versions={data} /> : null}
    </div>
  );
}

function Comparison({ versions }: { versions: readonly RecipeVersion[] }) {
  const t = useMessages(recipesMessages);
  const names = useNames(['items', 'recipes']);
  const { amount } = useUnitWords();
  const money = useMoney();
  const [chosen, setChosen] = useState({ before: versions[1]?.no, after: versions[0]?.no });
  const versionAt = (side: keyof typeof chosen) => versions.find(({ no }) => no === chosen[side]);
  const [before, after] = [versionAt('before'), versionAt('after')];
  if (!before || !after) return null;
  const lines = compareVersions(before, after).filter(({ isSame }) => !isSame);
  const describe = (component: Component | null) =>
    component === null
      ? t.notIn
      : [
          amount(component.qty, component.unit),
          ...(component.trimPercent === null ? [] : [t.trimmed(formatQuantity(component.trimPercent))]),
          ...(component.cookingPercent === null ? [] : [t.cooked(formatQuantity(component.cookingPercent))]),
          ...(component.alternatives.length === 0 ? [] : [t.alternativesOf(component.alternatives.length)]),
        ].join(' · ');
  const nameOf = ({ itemId, recipeId }: Component) =>
    itemId === null ? names.of('recipes', recipeId) : names.of('items', itemId);
  const cost = ({ cost: versionCost }: RecipeVersion) =>
    versionCost === null ? missingValue : money(versionCost);
  const makes = (version: RecipeVersion) =>
    [
      amount(version.yieldQty, version.yieldUnit),
      ...(version.portions === null ? [] : [amount(version.portions, portion)]),
    ].join(' · ');
  const rows = [
    { key: 'cost', name: t.costWas, was: cost(before), is: cost(after) },
    { key: 'makes', name: t.makesWas, was: makes(before), is: makes(after) },
    ...lines.map((line, at) => ({
      key: String(at),
      name: nameOf((line.after ?? line.before) as Component),
      was: describe(line.before),
      is: describe(line.after),
    })),
  ];
  return (
    <section aria-label={t.compareLabel} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {(['before', 'after'] as const).map((side) => (
          <VersionChoice
            key={side}
            label={side === 'before' ? t.compare : t.compareTo}
            versions={versions}
            value={chosen[side] ?? 0}
            onChange={(no) => setChosen({ ...chosen, [side]: no })}
          />
        ))}
      </div>
      {lines.length === 0 ? <p className="text-muted-foreground text-sm">{t.noDifference}</p> : null}
      <FactTable
        label={t.compareLabel}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { head: t.ingredients, cell: ({ name }) => <bdi>{name}</bdi> },
          { head: t.was, isNumeric: true, cell: ({ was }) => <bdi>{was}</bdi> },
          { head: t.is, isNumeric: true, cell: ({ is }) => <bdi>{is}</bdi> },
        ]}
      />
      {sameValue(before.steps, after.steps) ? null : (
        <p className="text-muted-foreground text-sm">{t.stepsChanged}</p>
      )}
    </section>
  );
}

interface VersionChoiceProps {
  label: string;
  versions: readonly RecipeVersion[];
  value: number;
  onChange(no: number): void;
}

function VersionChoice({ label, versions, value, onChange }: VersionChoiceProps) {
  const t = useMessages(recipesMessages);
  const id = useId();
  return (
    <>
      <Label htmlFor={id}>{label}</Label>
      <Select
        id={id}
        className="w-auto"
        value={String(value)}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {versions.map(({ no, validFrom }) => (
          <option key={no} value={String(no)}>
            {t.version(String(no))} · {formatDate(validFrom)}
          </option>
        ))}
      </Select>
    </>
  );
}
