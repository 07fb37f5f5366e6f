import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useId, useState } from 'react';
import { readText, readTexts } from '#platform/shapes/tolerant.ts';
import { canRead } from '#core/permissions.ts';
import { fromE4 } from '#core/money.ts';
import { amountE4 } from '../../recipe-cost.ts';
import { type Exact, parseExactDecimal, exactOne, multiplyExact } from '#core/exact.ts';
import { getPortions, type RecipeContent } from '../../recipe.ts';
import { computeBatches, parsePan, type ScaledLine, scaleRecipe } from '../../scaling.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { readRecipeContent, readRecipeCosts, recipeCostQuery } from '../queries/recipes.ts';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { TextField } from '#platform/web/form/text-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Label } from '#platform/web/ui/label.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { usePrintout } from '#platform/documents/web/printout.tsx';
import { SmallPicture } from '#modules/pictures/web/small-picture.tsx';
import {
  missingValue,
  formatCount,
  formatDay,
  formatInstant,
  formatQuantity,
} from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useToday } from '#platform/web/use-today.ts';
import { MissingCosts } from './missing-costs.tsx';
import { recipesMessages } from './messages.ts';
import { useAllergenText, useUnitFormats } from './use-unit-formats.ts';

interface KeyedLine extends ScaledLine {
  key: number;
}

/** The recipe for cooking: scaled ingredients, cost, allergens and method. */
export function RecipeSheet({ row }: { row: ResourceRow }) {
  const t = useMessages(recipesMessages);
  const content = readContent(row);
  const canSeeCosts = canRead(useUser(), 'costs');
  const { data: cost } = useQuery({ ...recipeCostQuery(row._id, { basis: 'list' }), enabled: canSeeCosts });
  const names = useNames(['items', 'recipes']);
  const { formatAmount, isWhole } = useUnitFormats();
  const money = useMoney();
  const today = useToday();
  const allergenText = useAllergenText();
  const [scaleUnit, setScaleUnit] = useState('batches');
  const [scaleAmount, setScaleAmount] = useState<NumberInputValue>(1);
  const [pans, setPans] = useState<Pans>({ from: '', to: '' });
  const batches =
    scaleUnit === 'pan'
      ? computePanBatches(pans, content)
      : computeBatchesForUnit(scaleUnit, scaleAmount, content);
  const lines = scaleRecipe(content, batches ?? exactOne, isWhole);
  const steps = readTexts(row.values['steps']);
  const getName = (itemId: string | null, recipeId: string | null) =>
    itemId === null ? names.getName('recipes', recipeId) : names.getName('items', itemId);
  const factor = batches ? Number(batches.num) / Number(batches.den) : 1;
  const formatScaledCost = (cost: Exact | null): string => {
    const e4 = amountE4(cost && multiplyExact(cost, batches ?? exactOne));
    return e4 === null ? missingValue : money(fromE4(e4));
  };
  const yieldText = formatAmount(content.yieldQty * factor, content.yieldUnit);
  const makes = content.portions
    ? t.makesPortions(yieldText, formatQuantity(content.portions * factor))
    : t.makes(yieldText);
  const table = (hasCosts: boolean) => (
    <FactTable<KeyedLine>
      label={t.ingredients}
      rows={lines.map((line, index) => ({ ...line, key: index }))}
      getKey={({ key }) => key}
      columns={[
        {
          heading: t.ingredients,
          cell: ({ component: { itemId, recipeId, trimPercent, cookingPercent, alternatives } }) => (
            <>
              <bdi>{getName(itemId, recipeId)}</bdi>
              <span className="block text-muted-foreground text-xs">
                {[
                  ...(recipeId === null ? [] : [t.subRecipe]),
                  ...(trimPercent === null ? [] : [t.trimmed(formatQuantity(trimPercent))]),
                  ...(cookingPercent === null ? [] : [t.cooked(formatQuantity(cookingPercent))]),
                  ...(alternatives.length === 0
                    ? []
                    : [
                        t.orElse(
                          formatList(alternatives.map((alternative) => names.getName('items', alternative))),
                        ),
                      ]),
                ].join(' · ')}
              </span>
            </>
          ),
        },
        {
          heading: t.quantity,
          isNumeric: true,
          cell: ({ qty, unroundedQty, component }) => (
            <>
              <bdi className="whitespace-nowrap">{formatAmount(qty, component.unit)}</bdi>
              {unroundedQty === null ? null : (
                <span className="block text-muted-foreground text-xs">
                  {t.roundedFrom(formatQuantity(unroundedQty))}
                </span>
              )}
            </>
          ),
        },
        ...(hasCosts
          ? [
              {
                heading: t.cost,
                isNumeric: true,
                cell: ({ key }: KeyedLine) => {
                  const line = cost?.lines[key];
                  if (!line || line.cost === null) return missingValue;
                  return (
                    <>
                      {formatScaledCost(line.exact)}
                      {line.source === 'standard' ? (
                        <span className="block text-muted-foreground text-xs">{t.byStandard}</span>
                      ) : null}
                    </>
                  );
                },
              },
            ]
          : []),
      ]}
    />
  );
  const print = usePrintout(
    <>
      <header className="flex items-center gap-4 pb-3">
        {readText(row.values['image']) === null ? null : (
          <SmallPicture value={row.values['image']} alt="" className="size-24 rounded-md" />
        )}
        <div>
          <h1 className="font-semibold text-xl">{row.name}</h1>
          <p>{makes}</p>
          <p>{formatDay(today)}</p>
          <p>
            {t.allergens}: {allergenText(readRecipeCosts(row.values).allergens)}
          </p>
        </div>
      </header>
      {table(false)}
      {steps.length > 0 ? <Method steps={steps} /> : null}
    </>,
  );
  return (
    <section aria-label={t.ingredients} className="flex flex-col gap-3 pb-6">
      <div className="flex flex-wrap items-end gap-3">
        <Scale
          content={content}
          scaleUnit={scaleUnit}
          amount={scaleAmount}
          pans={pans}
          getName={getName}
          onScaleUnit={setScaleUnit}
          onAmount={setScaleAmount}
          onPans={setPans}
        />
        <Button variant="secondary" className="ms-auto" onClick={print}>
          <Printer aria-hidden="true" />
          {t.print}
        </Button>
      </div>
      <p className="text-muted-foreground text-sm">{makes}</p>
      {table(cost !== undefined)}
      {cost ? (
        <>
          <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
            <Figure label={t.batch} value={cost.cost === null ? t.costUnknown : money(cost.cost)} />
            {factor === 1 || cost.cost === null ? null : (
              <Figure label={t.scaledCost} value={formatScaledCost(cost.exact)} />
            )}
            <Figure
              label={t.perPortion}
              value={cost.perPortion === null ? t.costUnknown : money(cost.perPortion)}
            />
            {cost.foodCostPercent === null ? null : (
              <Figure label={t.foodCost} value={formatQuantity(cost.foodCostPercent)} />
            )}
          </p>
          <p className="text-muted-foreground text-xs">
            {cost.pendingSince === null ? t.byList : t.pending(formatInstant(cost.pendingSince))}
          </p>
          <MissingCosts missing={cost.missing} />
        </>
      ) : null}
      <p className="text-sm">
        <span className="text-muted-foreground">{t.allergens}: </span>
        {allergenText(readRecipeCosts(row.values).allergens)}
      </p>
      {steps.length > 0 ? <Method steps={steps} /> : null}
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <span>
      {label} <strong className="font-semibold tabular-nums">{value}</strong>
    </span>
  );
}

function Method({ steps }: { steps: readonly string[] }) {
  const t = useMessages(recipesMessages);
  return (
    <div className="pt-2">
      <h3 className="pb-1 font-semibold text-sm">{t.method}</h3>
      <ol className="flex flex-col gap-1 text-sm">
        {numberSteps(steps).map(({ no, step }) => (
          <li key={no} className="flex gap-2">
            <span className="min-w-6 text-end text-muted-foreground tabular-nums">{formatCount(no)}.</span>
            <span className="min-w-0 flex-1">{step}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const numberSteps = (steps: readonly string[]) => steps.map((step, index) => ({ no: index + 1, step }));

interface ScaleProps {
  content: RecipeContent;
  scaleUnit: string;
  amount: NumberInputValue;
  pans: Pans;
  getName(itemId: string | null, recipeId: string | null): string;
  onScaleUnit(scaleUnit: string): void;
  onAmount(amount: NumberInputValue): void;
  onPans(pans: Pans): void;
}

/** Pan sizes as entered: the recipe's pan and the available one. */
interface Pans {
  from: string;
  to: string;
}

function computePanBatches({ from, to }: Pans, content: RecipeContent) {
  const [recipePan, availablePan] = [parsePan(from), parsePan(to)];
  return recipePan && availablePan
    ? computeBatches({ kind: 'pan', from: recipePan, to: availablePan }, content)
    : null;
}

/** Scales the recipe: by batches, portions, the available quantity of one ingredient, or a different pan. */
function Scale({ content, scaleUnit, amount, pans, getName, onScaleUnit, onAmount, onPans }: ScaleProps) {
  const t = useMessages(recipesMessages);
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-2">
      {scaleUnit === 'pan' ? (
        (['from', 'to'] as const).map((side) => (
          <TextField
            key={side}
            className="w-32"
            label={t.pans[side]}
            hint={t.panHint}
            error={pans[side] === '' || parsePan(pans[side]) ? null : t.panHint}
            value={pans[side]}
            onChange={(value) => onPans({ ...pans, [side]: value })}
          />
        ))
      ) : (
        <NumberField className="w-20" label={t.scaleAmount} value={amount} onChange={onAmount} />
      )}
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={id}>{t.scaleFor}</Label>
        <Select
          id={id}
          className="max-w-48"
          value={scaleUnit}
          onChange={(event) => {
            const next = event.target.value;
            onScaleUnit(next);
            const component = content.components[Number(next)];
            if (next !== 'pan') onAmount(next === 'portions' ? getPortions(content) : (component?.qty ?? 1));
          }}
        >
          <option value="batches">{t.scaleBy.batches}</option>
          <option value="portions">{t.scaleBy.portions}</option>
          {indexedComponents(content).map(({ index, itemId, recipeId }) => (
            <option key={index} value={String(index)}>
              {t.scaleBy.ingredient} {getName(itemId, recipeId)}
            </option>
          ))}
          <option value="pan">{t.scaleBy.pan}</option>
        </Select>
      </div>
    </div>
  );
}

const indexedComponents = ({ components }: RecipeContent) =>
  components.map((component, index) => ({ ...component, index }));

function computeBatchesForUnit(unit: string, amount: NumberInputValue, content: RecipeContent) {
  if (typeof amount !== 'number' || !(amount > 0) || amount > 100_000) return null;
  if (unit === 'batches') return parseExactDecimal(amount);
  if (unit === 'portions') return computeBatches({ kind: 'portions', portions: amount }, content);
  return computeBatches({ kind: 'ingredient', index: Number(unit), qty: amount }, content);
}

const readContent = ({ values }: ResourceRow): RecipeContent => readRecipeContent(values);
