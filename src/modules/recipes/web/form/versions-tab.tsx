import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RecipeVersion } from '../../shapes.ts';
import { compareVersions } from '../../compare.ts';
import { type Component, portion } from '../../recipe.ts';
import { isSameValue } from '#core/same-value.ts';
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
import { useUnitFormats } from './use-unit-formats.ts';

/** All versions of a recipe, and a line-by-line comparison of two. */
export function VersionsTab({ row }: { row: ResourceRow }) {
  const t = useMessages(recipesMessages);
  const { data, error, refetch } = useQuery(recipeVersionsQuery(row._id));
  const { formatAmount } = useUnitFormats();
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
        getKey={({ no }) => no}
        columns={[
          {
            heading: t.version(''),
            cell: ({ no, isCurrent, validFrom }) => (
              <span className="flex items-center gap-2 whitespace-nowrap">
                {String(no)} · {t.from(formatDate(validFrom))}
                {isCurrent ? <Pill tone="green">{t.current}</Pill> : null}
                {validFrom > today ? <Pill tone="blue">{t.upcoming}</Pill> : null}
              </span>
            ),
          },
          {
            heading: t.batch,
            isNumeric: true,
            cell: (version) => <bdi>{formatAmount(version.yieldQty, version.yieldUnit)}</bdi>,
          },
          {
            heading: t.cost,
            isNumeric: true,
            cell: ({ cost }) => (cost === null ? missingValue : money(cost)),
          },
        ]}
      />
      {data.length > 1 ? <Comparison versions={data} /> : null}
    </div>
  );
}

function Comparison({ versions }: { versions: readonly RecipeVersion[] }) {
  const t = useMessages(recipesMessages);
  const names = useNames(['items', 'recipes']);
  const { formatAmount } = useUnitFormats();
  const money = useMoney();
  const [selected, setSelected] = useState({ before: versions[1]?.no, after: versions[0]?.no });
  const selectedVersion = (side: keyof typeof selected) => versions.find(({ no }) => no === selected[side]);
  const [before, after] = [selectedVersion('before'), selectedVersion('after')];
  if (!before || !after) return null;
  const lines = compareVersions(before, after).filter(({ isSame }) => !isSame);
  const describe = (component: Component | null) =>
    component === null
      ? t.notUsed
      : [
          formatAmount(component.qty, component.unit),
          ...(component.trimPercent === null ? [] : [t.trimmed(formatQuantity(component.trimPercent))]),
          ...(component.cookingPercent === null ? [] : [t.cooked(formatQuantity(component.cookingPercent))]),
          ...(component.alternatives.length === 0 ? [] : [t.alternativesOf(component.alternatives.length)]),
        ].join(' · ');
  const getName = ({ itemId, recipeId }: Component) =>
    itemId === null ? names.getName('recipes', recipeId) : names.getName('items', itemId);
  const formatCost = ({ cost: versionCost }: RecipeVersion) =>
    versionCost === null ? missingValue : money(versionCost);
  const formatYield = (version: RecipeVersion) =>
    [
      formatAmount(version.yieldQty, version.yieldUnit),
      ...(version.portions === null ? [] : [formatAmount(version.portions, portion)]),
    ].join(' · ');
  const rows = [
    { key: 'cost', name: t.batchCost, before: formatCost(before), after: formatCost(after) },
    { key: 'makes', name: t.batchYield, before: formatYield(before), after: formatYield(after) },
    ...lines.map((line, index) => ({
      key: String(index),
      name: getName((line.after ?? line.before) as Component),
      before: describe(line.before),
      after: describe(line.after),
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
            value={selected[side] ?? 0}
            onChange={(no) => setSelected({ ...selected, [side]: no })}
          />
        ))}
      </div>
      {lines.length === 0 ? <p className="text-muted-foreground text-sm">{t.noDifference}</p> : null}
      <FactTable
        label={t.compareLabel}
        rows={rows}
        getKey={({ key }) => key}
        columns={[
          { heading: t.ingredients, cell: ({ name }) => <bdi>{name}</bdi> },
          { heading: t.before, isNumeric: true, cell: (line) => <bdi>{line.before}</bdi> },
          { heading: t.after, isNumeric: true, cell: (line) => <bdi>{line.after}</bdi> },
        ]}
      />
      {isSameValue(before.steps, after.steps) ? null : (
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
