import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FlaskConical, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { WhatIf } from '../shapes.ts';
import type { SimulatedChange } from '../input.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { recipes as recipesResource } from '#modules/recipes/collection.ts';
import { readNumberValue, readReference, readText } from '#platform/shapes/tolerant.ts';
import { whatIfQuery } from '#modules/recipes/web/queries/costing.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { allResourceQuery, resourceRowQuery } from '#modules/master-data/web/queries/resources.ts';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { formatPrice, formatUnitCost } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { useDebouncedValue } from '#platform/web/use-debounced-value.ts';
import { RecipeEffectTable } from './effect-table.tsx';
import { costingMessages } from './messages.ts';

/** Values entered for one item or recipe; null is empty. */
type WhatIfEntry =
  | {
      kind: 'item';
      id: string;
      packagingId: string | null;
      price: NumberInputValue;
      cost: NumberInputValue;
      yieldPercent: NumberInputValue;
    }
  | { kind: 'recipe'; id: string; yieldQty: NumberInputValue };

const maxChanges = 20;
const maxShown = 200;

const isPositive = (value: NumberInputValue): value is number => typeof value === 'number' && value > 0;
const isCost = (value: NumberInputValue): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1e9;
const isPercent = (value: NumberInputValue): value is number => isPositive(value) && value <= 100;

/** Returns the changes to calculate; incomplete or invalid entries are omitted. */
function toWhatIfInput(entries: readonly WhatIfEntry[]): SimulatedChange[] {
  return entries.flatMap((entry): SimulatedChange[] => {
    if (entry.kind === 'recipe')
      return isPositive(entry.yieldQty) && entry.yieldQty <= 1e6
        ? [{ recipeId: entry.id, yieldQty: entry.yieldQty }]
        : [];
    const { id, packagingId, price, cost, yieldPercent } = entry;
    const change: SimulatedChange = {
      itemId: id,
      ...(packagingId === null
        ? isCost(cost)
          ? { cost }
          : {}
        : { packagingId, ...(isCost(price) ? { price } : {}) }),
      ...(isPercent(yieldPercent) ? { yieldPercent } : {}),
    };
    return Object.keys(change).length > 1 ? [change] : [];
  });
}

/**
 * What-if calculation for prices, packs and yields: the server computes every affected recipe before and
 * after; nothing is saved.
 */
export function WhatIfTab() {
  const t = useMessages(costingMessages).whatIf;
  const [entries, setEntries] = useState<readonly WhatIfEntry[]>([]);
  const items = useChoices('items');
  const recipes = useChoices('recipes');
  const settledInput = useDebouncedValue(JSON.stringify(toWhatIfInput(entries)));
  const changes = JSON.parse(settledInput) as SimulatedChange[];
  const { data, error, refetch } = useQuery({
    ...whatIfQuery(changes),
    enabled: changes.length > 0,
    placeholderData: keepPreviousData,
  });
  const isAdded = (id: string) => entries.some((entry) => entry.id === id);
  const updateEntry = (id: string, change: Partial<WhatIfEntry>) =>
    setEntries((entries) =>
      entries.map((entry) => (entry.id === id ? ({ ...entry, ...change } as WhatIfEntry) : entry)),
    );
  const remove = (id: string) => setEntries((entries) => entries.filter((entry) => entry.id !== id));
  const isFull = entries.length >= maxChanges;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted-foreground text-sm">{t.intro}</p>
      <div className="grid gap-3 print:hidden sm:grid-cols-2 lg:max-w-3xl">
        <ReferenceField
          label={t.addItem}
          value={null}
          lockedReason={isFull ? '' : null}
          choices={items.choices.filter(({ _id, isActive }) => isActive && !isAdded(_id))}
          isLoading={items.isLoading}
          onChange={(id) => {
            if (id !== null && !isAdded(id))
              setEntries((entries) => [
                ...entries,
                { kind: 'item', id, packagingId: null, price: null, cost: null, yieldPercent: null },
              ]);
          }}
        />
        <ReferenceField
          label={t.addRecipe}
          value={null}
          lockedReason={isFull ? '' : null}
          choices={recipes.choices.filter(({ _id, isActive }) => isActive && !isAdded(_id))}
          isLoading={recipes.isLoading}
          onChange={(id) => {
            if (id !== null && !isAdded(id))
              setEntries((entries) => [...entries, { kind: 'recipe', id, yieldQty: null }]);
          }}
        />
      </div>
      {entries.length === 0 ? (
        <EmptyState icon={FlaskConical} title={t.none} />
      ) : (
        <>
          <ul aria-label={t.changes} className="flex flex-col divide-y rounded-lg border bg-card">
            {entries.map((entry) => (
              <li key={entry.id} className="p-3">
                {entry.kind === 'item' ? (
                  <SimulatedItem
                    entry={entry}
                    result={changes.length > 0 ? data : undefined}
                    onChange={(change) => updateEntry(entry.id, change)}
                    onRemove={() => remove(entry.id)}
                  />
                ) : (
                  <SimulatedRecipe
                    entry={entry}
                    onChange={(yieldQty) => updateEntry(entry.id, { yieldQty })}
                    onRemove={() => remove(entry.id)}
                  />
                )}
              </li>
            ))}
          </ul>
          <Button className="self-start print:hidden" onClick={() => setEntries([])}>
            {t.startOver}
          </Button>
          {changes.length === 0 ? (
            <p className="text-muted-foreground text-sm">{t.noInput}</p>
          ) : error ? (
            <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
          ) : data ? (
            <Effects result={data} />
          ) : (
            <SkeletonRows label={t.loading} rows={4} />
          )}
        </>
      )}
    </div>
  );
}

function Effects({ result }: { result: WhatIf }) {
  const t = useMessages(costingMessages).whatIf;
  const recipes = result.recipes.slice(0, maxShown);
  return (
    <section className="flex flex-col gap-2">
      <p role="status" className="font-medium text-sm">
        {result.total === 0 ? t.noRecipesAffected : t.recipeCount(result.total)}
      </p>
      {recipes.length === 0 ? null : <RecipeEffectTable recipes={recipes} />}
      {recipes.length < result.total ? (
        <p className="text-muted-foreground text-sm">{t.largestShown(recipes.length)}</p>
      ) : null}
    </section>
  );
}

interface SimulatedItemProps {
  entry: Extract<WhatIfEntry, { kind: 'item' }>;
  result: WhatIf | undefined;
  onChange(change: Partial<WhatIfEntry>): void;
  onRemove(): void;
}

function SimulatedItem({ entry, result, onChange, onRemove }: SimulatedItemProps) {
  const t = useMessages(costingMessages).whatIf;
  const currency = useBaseCurrency();
  const names = useNames(['items', 'suppliers']);
  const { data: items = [] } = useQuery(compactItemsQuery());
  const { data: units = [] } = useQuery(unitsQuery());
  const packs = useQuery(allResourceQuery(packagings, { itemId: entry.id })).data?.rows ?? [];
  const name = names.getName('items', entry.id);
  const baseUnit = items.find(({ _id }) => _id === entry.id)?.baseUnit ?? '';
  const symbol = units.find(({ _id }) => _id === baseUnit)?.symbol ?? baseUnit;
  const computedItem = result?.items.find(({ itemId }) => itemId === entry.id);
  const formatUnitPrice = (amount: number | null) => `${formatUnitCost(amount, currency)} / ${symbol}`;
  return (
    <div className="flex flex-col gap-2">
      <EntryHeader name={name} onRemove={onRemove}>
        {computedItem ? (
          <span className="text-muted-foreground text-sm">
            <bdi>{t.currentValue(formatUnitPrice(computedItem.before.cost))}</bdi> ·{' '}
            <bdi>{t.newValue(formatUnitPrice(computedItem.after.cost))}</bdi>
          </span>
        ) : null}
      </EntryHeader>
      <div className="grid gap-3 sm:grid-cols-3 lg:max-w-3xl">
        <Field label={t.pack}>
          {(control) => (
            <Select
              {...control}
              value={entry.packagingId ?? ''}
              onChange={(event) =>
                onChange({ packagingId: event.currentTarget.value || null, price: null, cost: null })
              }
            >
              <option value="">{t.byUnitPrice}</option>
              {packs
                .filter(
                  ({ isActive, values }) => isActive && readReference(values['itemId'])?.id === entry.id,
                )
                .map(({ _id, name: packName, values }) => (
                  <option key={_id} value={_id}>
                    {[
                      packName,
                      ...(readText(values['supplierId']) === null
                        ? []
                        : [names.getName('suppliers', values['supplierId'])]),
                      ...(readNumberValue(values['price']) === null
                        ? []
                        : [formatPrice(readNumberValue(values['price']), null)]),
                    ].join(' · ')}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        {entry.packagingId === null ? (
          <NumberField
            label={t.cost(symbol)}
            value={entry.cost}
            error={entry.cost === null || isCost(entry.cost) ? null : t.notNegative}
            onChange={(cost) => onChange({ cost })}
          />
        ) : (
          <NumberField
            label={t.price}
            hint={t.currentPriceHint}
            value={entry.price}
            error={entry.price === null || isCost(entry.price) ? null : t.notNegative}
            onChange={(value) => onChange({ price: value })}
          />
        )}
        <NumberField
          label={t.yieldPercent}
          value={entry.yieldPercent}
          error={entry.yieldPercent === null || isPercent(entry.yieldPercent) ? null : t.percent}
          onChange={(yieldPercent) => onChange({ yieldPercent })}
        />
      </div>
    </div>
  );
}

interface SimulatedRecipeProps {
  entry: Extract<WhatIfEntry, { kind: 'recipe' }>;
  onChange(yieldQty: NumberInputValue): void;
  onRemove(): void;
}

function SimulatedRecipe({ entry, onChange, onRemove }: SimulatedRecipeProps) {
  const t = useMessages(costingMessages).whatIf;
  const { data: units = [] } = useQuery(unitsQuery());
  const row = useQuery(resourceRowQuery(recipesResource, entry.id)).data;
  const unit = readText(row?.values['yieldUnit']) ?? '';
  const symbol = units.find(({ _id }) => _id === unit)?.symbol ?? '';
  const currentYield = readNumberValue(row?.values['yieldQty']);
  return (
    <div className="flex flex-col gap-2">
      <EntryHeader name={row?.name ?? '…'} onRemove={onRemove}>
        {currentYield === null ? null : (
          <bdi className="text-muted-foreground text-sm">
            {t.currentValue(`${String(currentYield)} ${symbol}`)}
          </bdi>
        )}
      </EntryHeader>
      <NumberField
        className="sm:max-w-60"
        label={t.yieldQty(symbol)}
        value={entry.yieldQty}
        error={entry.yieldQty === null || isPositive(entry.yieldQty) ? null : t.positive}
        onChange={onChange}
      />
    </div>
  );
}

function EntryHeader({ name, onRemove, children }: { name: string; onRemove(): void; children: ReactNode }) {
  const t = useMessages(costingMessages).whatIf;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <h3 className="font-medium text-sm">
        <bdi>{name}</bdi>
      </h3>
      {children}
      <Button
        variant="ghost"
        size="icon"
        className="ms-auto print:hidden"
        aria-label={t.remove(name)}
        title={t.remove(name)}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
