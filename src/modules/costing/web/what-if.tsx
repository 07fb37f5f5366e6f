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
import { NumberField, type TypedNumber } from '#platform/web/form/number-field.tsx';
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
type Typed =
  | {
      kind: 'item';
      id: string;
      packagingId: string | null;
      price: TypedNumber;
      cost: TypedNumber;
      yieldPercent: TypedNumber;
    }
  | { kind: 'recipe'; id: string; yieldQty: TypedNumber };

const maxChanges = 20;
const shownAtMost = 200;

const isOver0 = (value: TypedNumber): value is number => typeof value === 'number' && value > 0;
const isCost = (value: TypedNumber): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1e9;
const isPercent = (value: TypedNumber): value is number => isOver0(value) && value <= 100;

/** Returns the changes to calculate; incomplete or invalid entries are omitted. */
function toWhatIfInput(typed: readonly Typed[]): SimulatedChange[] {
  return typed.flatMap((entry): SimulatedChange[] => {
    if (entry.kind === 'recipe')
      return isOver0(entry.yieldQty) && entry.yieldQty <= 1e6
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
  const [typed, setTyped] = useState<readonly Typed[]>([]);
  const items = useChoices('items');
  const recipes = useChoices('recipes');
  const tried = useDebouncedValue(JSON.stringify(toWhatIfInput(typed)));
  const changes = JSON.parse(tried) as SimulatedChange[];
  const { data, error, refetch } = useQuery({
    ...whatIfQuery(changes),
    enabled: changes.length > 0,
    placeholderData: keepPreviousData,
  });
  const isIn = (id: string) => typed.some((entry) => entry.id === id);
  const set = (id: string, change: Partial<Typed>) =>
    setTyped((before) =>
      before.map((entry) => (entry.id === id ? ({ ...entry, ...change } as Typed) : entry)),
    );
  const remove = (id: string) => setTyped((before) => before.filter((entry) => entry.id !== id));
  const isFull = typed.length >= maxChanges;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted-foreground text-sm">{t.about}</p>
      <div className="grid gap-3 print:hidden sm:grid-cols-2 lg:max-w-3xl">
        <ReferenceField
          label={t.addItem}
          value={null}
          locked={isFull ? '' : null}
          choices={items.choices.filter(({ _id, isActive }) => isActive && !isIn(_id))}
          isLoading={items.isLoading}
          onChange={(id) => {
            if (id !== null && !isIn(id))
              setTyped((before) => [
                ...before,
                { kind: 'item', id, packagingId: null, price: null, cost: null, yieldPercent: null },
              ]);
          }}
        />
        <ReferenceField
          label={t.addRecipe}
          value={null}
          locked={isFull ? '' : null}
          choices={recipes.choices.filter(({ _id, isActive }) => isActive && !isIn(_id))}
          isLoading={recipes.isLoading}
          onChange={(id) => {
            if (id !== null && !isIn(id))
              setTyped((before) => [...before, { kind: 'recipe', id, yieldQty: null }]);
          }}
        />
      </div>
      {typed.length === 0 ? (
        <EmptyState icon={FlaskConical} title={t.none} />
      ) : (
        <>
          <ul aria-label={t.changes} className="flex flex-col divide-y rounded-lg border bg-card">
            {typed.map((entry) => (
              <li key={entry.id} className="p-3">
                {entry.kind === 'item' ? (
                  <TriedItem
                    typed={entry}
                    answer={changes.length > 0 ? data : undefined}
                    onChange={(change) => set(entry.id, change)}
                    onRemove={() => remove(entry.id)}
                  />
                ) : (
                  <TriedRecipe
                    typed={entry}
                    onChange={(yieldQty) => set(entry.id, { yieldQty })}
                    onRemove={() => remove(entry.id)}
                  />
                )}
              </li>
            ))}
          </ul>
          <Button className="self-start print:hidden" onClick={() => setTyped([])}>
            {t.startOver}
          </Button>
          {changes.length === 0 ? (
            <p className="text-muted-foreground text-sm">{t.nothingTyped}</p>
          ) : error ? (
            <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
          ) : data ? (
            <Effects answer={data} />
          ) : (
            <SkeletonRows label={t.loading} rows={4} />
          )}
        </>
      )}
    </div>
  );
}

function Effects({ answer }: { answer: WhatIf }) {
  const t = useMessages(costingMessages).whatIf;
  const recipes = answer.recipes.slice(0, shownAtMost);
  return (
    <section className="flex flex-col gap-2">
      <p role="status" className="font-medium text-sm">
        {answer.total === 0 ? t.nothing : t.reached(answer.total)}
      </p>
      {recipes.length === 0 ? null : <RecipeEffectTable recipes={recipes} />}
      {recipes.length < answer.total ? (
        <p className="text-muted-foreground text-sm">{t.shown(recipes.length)}</p>
      ) : null}
    </section>
  );
}

interface TriedItemProps {
  typed: Extract<Typed, { kind: 'item' }>;
  answer: WhatIf | undefined;
  onChange(change: Partial<Typed>): void;
  onRemove(): void;
}

function TriedItem({ typed, answer, onChange, onRemove }: TriedItemProps) {
  const t = useMessages(costingMessages).whatIf;
  const currency = useBaseCurrency();
  const names = useNames(['items', 'suppliers']);
  const { data: items = [] } = useQuery(compactItemsQuery());
  const { data: units = [] } = useQuery(unitsQuery());
  const packs = useQuery(allResourceQuery(packagings, { itemId: typed.id })).data?.rows ?? [];
  const name = names.of('items', typed.id);
  const baseUnit = items.find(({ _id }) => _id === typed.id)?.baseUnit ?? '';
  const symbol = units.find(({ _id }) => _id === baseUnit)?.symbol ?? baseUnit;
  const computed = answer?.items.find(({ itemId }) => itemId === typed.id);
  const price = (amount: number | null) => `${formatUnitCost(amount, currency)} / ${symbol}`;
  return (
    <div className="flex flex-col gap-2">
      <Head name={name} onRemove={onRemove}>
        {computed ? (
          <span className="text-muted-foreground text-sm">
            <bdi>{t.now(price(computed.before.cost))}</bdi> ·{' '}
            <bdi>{t.becomes(price(computed.after.cost))}</bdi>
          </span>
        ) : null}
      </Head>
      <div className="grid gap-3 sm:grid-cols-3 lg:max-w-3xl">
        <Field label={t.pack}>
          {(control) => (
            <Select
              {...control}
              value={typed.packagingId ?? ''}
              onChange={(event) =>
                onChange({ packagingId: event.currentTarget.value || null, price: null, cost: null })
              }
            >
              <option value="">{t.byCost}</option>
              {packs
                .filter(
                  ({ isActive, values }) => isActive && readReference(values['itemId'])?.id === typed.id,
                )
                .map(({ _id, name: called, values }) => (
                  <option key={_id} value={_id}>
                    {[
                      called,
                      ...(readText(values['supplierId']) === null
                        ? []
                        : [names.of('suppliers', values['supplierId'])]),
                      ...(readNumberValue(values['price']) === null
                        ? []
                        : [formatPrice(readNumberValue(values['price']), null)]),
                    ].join(' · ')}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        {typed.packagingId === null ? (
          <NumberField
            label={t.cost(symbol)}
            value={typed.cost}
            error={typed.cost === null || isCost(typed.cost) ? null : t.positive}
            onChange={(cost) => onChange({ cost })}
          />
        ) : (
          <NumberField
            label={t.price}
            hint={t.asItIs}
            value={typed.price}
            error={typed.price === null || isCost(typed.price) ? null : t.positive}
            onChange={(value) => onChange({ price: value })}
          />
        )}
        <NumberField
          label={t.yieldPercent}
          value={typed.yieldPercent}
          error={typed.yieldPercent === null || isPercent(typed.yieldPercent) ? null : t.percent}
          onChange={(yieldPercent) => onChange({ yieldPercent })}
        />
      </div>
    </div>
  );
}

interface TriedRecipeProps {
  typed: Extract<Typed, { kind: 'recipe' }>;
  onChange(yieldQty: TypedNumber): void;
  onRemove(): void;
}

function TriedRecipe({ typed, onChange, onRemove }: TriedRecipeProps) {
  const t = useMessages(costingMessages).whatIf;
  const { data: units = [] } = useQuery(unitsQuery());
  const row = useQuery(resourceRowQuery(recipesResource, typed.id)).data;
  const unit = readText(row?.values['yieldUnit']) ?? '';
  const symbol = units.find(({ _id }) => _id === unit)?.symbol ?? '';
  const now = readNumberValue(row?.values['yieldQty']);
  return (
    <div className="flex flex-col gap-2">
      <Head name={row?.name ?? '…'} onRemove={onRemove}>
        {now === null ? null : (
          <bdi className="text-muted-foreground text-sm">{t.now(`${String(now)} ${symbol}`)}</bdi>
        )}
      </Head>
      <NumberField
        className="sm:max-w-60"
        label={t.yieldQty(symbol)}
        value={typed.yieldQty}
        error={typed.yieldQty === null || isOver0(typed.yieldQty) ? null : t.positive}
        onChange={onChange}
      />
    </div>
  );
}

function Head({ name, onRemove, children }: { name: string; onRemove(): void; children: ReactNode }) {
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
