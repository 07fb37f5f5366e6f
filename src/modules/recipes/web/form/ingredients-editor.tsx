import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { allergens } from '#modules/items/collection.ts';
import { readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import {
  type CostedLine,
  costRecipeContent,
  type MissingCost,
  computeCostPerPortion,
  amountE4,
} from '../../recipe-cost.ts';
import { type Component, portion, listSubRecipes } from '../../recipe.ts';
import { fromE4 } from '#core/money.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { ingredientsQuery, readRecipeContent } from '../queries/recipes.ts';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { useFocusLater } from '#platform/web/form/focus-later.ts';
import { NumberField } from '#platform/web/form/number-field.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { ReferencesField } from '#platform/web/form/references-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { cn } from '#platform/web/cn.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { canRead } from '#core/permissions.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { EditorLines, updateEditorLine } from '#modules/master-data/web/form/editor-lines.tsx';
import { MissingCosts } from './missing-costs.tsx';
import { recipesMessages } from './messages.ts';
import { useUnitFormats } from './use-unit-formats.ts';

/** Prefix that distinguishes recipes from items in the options. */
const recipePrefix = 'recipe ';

/** Editor of a recipe's ingredients for keyboard entry, with live costs. */
export function IngredientsEditor({
  label,
  hint,
  error,
  errors,
  lockedReason,
  value,
  onChange,
  name,
}: FieldEditorProps) {
  const t = useMessages(recipesMessages);
  const id = useId();
  const groupRef = useRef<HTMLFieldSetElement>(null);
  const addFieldRef = useRef<HTMLDivElement>(null);
  const focusLater = useFocusLater();
  const items = useQuery(compactItemsQuery());
  const itemChoices = useChoices('items');
  const recipeChoices = useChoices('recipes');
  const names = useNames(['items', 'recipes']);
  const { units, formatUnit } = useUnitFormats();
  const lines = readRecipeContent({ components: value }).components;
  const cost = useLiveCost(lines, units);
  const itemsById = new Map((items.data ?? []).map((item) => [item._id, item]));
  const ownName: unknown = useWatch({ name: 'name' });

  const getName = ({ itemId, recipeId }: Component) =>
    itemId === null ? names.getName('recipes', recipeId) : names.getName('items', itemId);
  const change = (index: number, part: Partial<Component>) => onChange(updateEditorLine(lines, index, part));
  const getYieldUnit = (recipeId: string) => {
    const row = names.getRow('recipes', recipeId) as { values?: Record<string, unknown> } | undefined;
    return readText(row?.values?.['yieldUnit']) ?? '';
  };

  /** Returns the units of the item and those of the same dimension. */
  function listUnits({ itemId, recipeId, unit }: Component): string[] {
    const item = itemId === null ? undefined : itemsById.get(itemId);
    const itemCost = itemId === null ? undefined : cost.items?.get(itemId);
    const base = itemId === null ? getYieldUnit(recipeId ?? '') : (item?.baseUnit ?? '');
    const dimension = units.find(({ _id }) => _id === base)?.dimension;
    const sameDimension = units.filter(
      (candidate) => candidate.dimension === dimension && dimension !== 'count',
    );
    const convertedUnits = (itemCost?.conversions ?? []).flatMap(({ fromUnit, toUnit }) => [
      fromUnit,
      toUnit,
    ]);
    const unitIds = [
      ...(recipeId === null ? [] : [portion]),
      base,
      ...sameDimension.map(({ _id }) => _id),
      ...convertedUnits,
      ...[item?.orderUnit, item?.countUnit].flatMap((unitId) => unitId ?? []),
      unit,
    ];
    return [...new Set(unitIds)].filter((candidate) => candidate !== '');
  }

  function add(chosenId: string): void {
    const recipeId = chosenId.startsWith(recipePrefix) ? chosenId.slice(recipePrefix.length) : null;
    const unit =
      recipeId === null ? (itemsById.get(chosenId)?.baseUnit ?? '') : getYieldUnit(recipeId) || portion;
    const line = { itemId: recipeId === null ? chosenId : null, recipeId, qty: 1, unit };
    onChange([...lines, { ...line, trimPercent: null, cookingPercent: null, alternatives: [] }]);
    focusLater(() => [...findQuantityInputs(groupRef.current)].at(-1));
  }

  const choices = [
    ...itemChoices.choices,
    ...recipeChoices.choices
      .filter((choice) => choice.name !== ownName)
      .map((choice) => ({ ...choice, _id: recipePrefix + choice._id, note: t.subRecipe })),
  ];
  return (
    <fieldset
      ref={groupRef}
      className="flex min-w-0 flex-col gap-2"
      onKeyDown={(event) => {
        const isLast = [...findQuantityInputs(groupRef.current)].at(-1) === event.target;
        if (event.key === 'Enter' && !event.shiftKey && isLast)
          addFieldRef.current?.querySelector('input')?.focus();
      }}
    >
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      {lines.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.none}</p>
      ) : (
        <EditorLines
          isSheet
          lines={lines}
          getKey={(line, index) => `${index} ${line.itemId ?? line.recipeId}`}
          removeLabel={(line) => t.remove(getName(line))}
          onRemove={lockedReason ? null : onChange}
          renderLine={(line, index) => (
            <Line
              line={line}
              name={getName(line)}
              costed={cost.lines[index] ?? null}
              units={listUnits(line).map((unit) => ({ _id: unit, name: formatUnit(line.qty, unit) }))}
              error={findLineError(errors, index)}
              isLocked={Boolean(lockedReason)}
              showsCost={cost.isShown}
              onChange={(part) => change(index, part)}
            />
          )}
        />
      )}
      {lockedReason ? null : (
        <div ref={addFieldRef}>
          <ReferenceField
            label={t.add}
            hint={t.addHint}
            name={name}
            value={null}
            choices={choices}
            isLoading={itemChoices.isLoading || items.isPending}
            onChange={(chosenId) => (chosenId === null ? undefined : add(chosenId))}
          />
        </div>
      )}
      {cost.isShown && lines.length > 0 ? <CostLine {...cost} /> : null}
      <FieldNotes id={id} error={error} note={lockedReason ?? hint} />
    </fieldset>
  );
}

const findQuantityInputs = (group: Element | null) =>
  group?.querySelectorAll<HTMLInputElement>('input[data-quantity-column="ingredient"]') ?? [];

const findLineError = (errors: Readonly<Record<string, string>>, index: number): string | null =>
  Object.entries(errors).find(([path]) => path === String(index) || path.startsWith(`${index}.`))?.[1] ??
  null;

interface LiveCost {
  /** False for users who may not see costs. */
  isShown: boolean;
  lines: readonly CostedLine[];
  batch: number | null;
  plate: number | null;
  missing: readonly MissingCost[];
  items: ReadonlyMap<string, { conversions: readonly { fromUnit: string; toUnit: string }[] }> | null;
}

/** Computes the cost of the form's recipe with the server's formula. */
function useLiveCost(
  components: readonly Component[],
  units: Parameters<typeof costRecipeContent>[1]['units'],
): LiveCost {
  const [portions]: unknown[] = useWatch({ name: ['portions'] });
  const isShown = canRead(useUser(), 'costs');
  const itemIds = [
    ...new Set(
      components.flatMap(({ itemId, alternatives }) => [
        ...(itemId === null ? [] : [itemId]),
        ...alternatives,
      ]),
    ),
  ];
  const { data, error } = useQuery({
    ...ingredientsQuery(itemIds, listSubRecipes(components)),
    enabled: isShown && components.length > 0,
    placeholderData: keepPreviousData,
  });
  const emptyCost = { lines: [], batch: null, plate: null, missing: [], items: null };
  if (!isShown || error || !data) return { isShown: false, ...emptyCost };
  // A cost that is still loading is not missing.
  const isLoading = itemIds.some((id) => !data.items.has(id));
  const { lines, cost, missing } = costRecipeContent(
    { components },
    { getItem: (id) => data.items.get(id), getRecipe: (id) => data.recipes.get(id), units, allergens },
  );
  const money = (amount: typeof cost) => {
    const e4 = amountE4(amount);
    return e4 === null ? null : fromE4(e4);
  };
  return {
    isShown: true,
    lines,
    batch: money(cost),
    plate: money(computeCostPerPortion(cost, { portions: readNumberValue(portions) })),
    missing: isLoading ? [] : missing,
    items: data.items,
  };
}

function CostLine({ batch, plate, missing }: LiveCost) {
  const t = useMessages(recipesMessages);
  const money = useMoney();
  return (
    <div aria-live="polite" className="flex flex-col gap-2 pt-1">
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <span>
          {t.batch}{' '}
          <strong className="font-semibold tabular-nums">
            {batch === null ? t.costUnknown : money(batch)}
          </strong>
        </span>
        {plate === null ? null : (
          <span>
            {t.perPortion} <strong className="font-semibold tabular-nums">{money(plate)}</strong>
          </span>
        )}
        <span className="text-muted-foreground text-xs leading-5">{t.byList}</span>
      </p>
      <MissingCosts missing={missing} />
    </div>
  );
}

interface LineProps {
  line: Component;
  name: string;
  costed: CostedLine | null;
  units: readonly { _id: string; name: string }[];
  error: string | null;
  isLocked: boolean;
  showsCost: boolean;
  onChange(part: Partial<Component>): void;
}

/** One ingredient; its losses and alternatives can be expanded. */
function Line({ line, name, costed, units, error, isLocked, showsCost, onChange }: LineProps) {
  const t = useMessages(recipesMessages);
  const money = useMoney();
  const [isOpen, setOpen] = useState(false);
  const { choices, isLoading } = useChoices('items');
  const cost = amountE4(costed?.cost ?? null);
  const notes = [
    ...(line.trimPercent === null ? [] : [t.trimmed(formatQuantity(line.trimPercent))]),
    ...(line.cookingPercent === null ? [] : [t.cooked(formatQuantity(line.cookingPercent))]),
    ...(line.alternatives.length === 0 ? [] : [t.alternativesOf(line.alternatives.length)]),
  ];
  return (
    <>
      <span className="min-w-32 flex-1 break-words text-sm">
        <bdi>{name}</bdi>
        {line.recipeId === null ? null : (
          <span className="ps-1.5 text-muted-foreground text-xs">{t.subRecipe}</span>
        )}
        {notes.length > 0 ? (
          <span className="block text-muted-foreground text-xs">{notes.join(' · ')}</span>
        ) : null}
      </span>
      <QuantityCell
        label={t.quantityOf(name)}
        column="ingredient"
        value={line.qty}
        disabled={isLocked}
        error={error}
        onCommit={(qty) => onChange({ qty: qty ?? 0 })}
      />
      <Select
        aria-label={t.unitOf(name)}
        className="w-24"
        disabled={isLocked}
        value={line.unit}
        onChange={(event) => onChange({ unit: event.target.value })}
      >
        {units.map(({ _id, name: unit }) => (
          <option key={_id} value={_id}>
            {unit}
          </option>
        ))}
      </Select>
      {showsCost ? (
        <span className="w-20 text-end text-sm tabular-nums">
          {cost === null ? '–' : money(fromE4(cost))}
        </span>
      ) : null}
      <Button
        variant="ghost"
        size="icon"
        aria-label={t.losses(name)}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown aria-hidden="true" className={cn('transition-transform', isOpen && 'rotate-180')} />
      </Button>
      {isOpen ? (
        <div className="order-last grid w-full gap-3 pe-2 pb-2 sm:grid-cols-2">
          <NumberField
            label={t.trim}
            hint={line.itemId === null ? null : t.trimHint}
            lockedReason={isLocked ? '' : null}
            value={line.trimPercent}
            onChange={(percent) => onChange({ trimPercent: percent as number | null })}
          />
          <NumberField
            label={t.cooking}
            lockedReason={isLocked ? '' : null}
            value={line.cookingPercent}
            onChange={(percent) => onChange({ cookingPercent: percent as number | null })}
          />
          <ReferencesField
            className="sm:col-span-2"
            label={t.alternatives}
            lockedReason={isLocked ? '' : null}
            value={line.alternatives}
            choices={choices}
            isLoading={isLoading}
            onChange={(alternatives) => onChange({ alternatives: [...alternatives] })}
          />
        </div>
      ) : null}
    </>
  );
}
