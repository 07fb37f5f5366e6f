import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type SubstitutionRule, getSubstitutionRule } from '#modules/orders/substituting.ts';
import { type CompactItem, compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { substitutionQuery } from '#modules/items/web/queries/substitution.ts';
import { type Unit, unitsQuery } from '#modules/units/web/queries/units.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { CompactStock } from '#modules/stock/web/queries/stock.ts';
import { Input } from '#platform/web/ui/input.tsx';
import { searchItems } from '#modules/items/web/search-items.ts';
import { formatList } from '#platform/web/format/list.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { processMessages } from './processing/messages.ts';

const maxShown = 40;

/** Returns the symbol of the unit in which a substitute is entered; empty without an item. */
export function getOrderUnitSymbol(item: CompactItem | null, units: readonly Unit[]): string {
  if (item === null) return '';
  const unit = item.orderUnit ?? item.baseUnit;
  return units.find(({ _id }) => _id === unit)?.symbol ?? '';
}

/**
 * Returns a branch's substitution rule for an item. The default applies while loading; the server enforces
 * the rule in any case.
 */
export function useSubstitutionRule(itemId: string): (branch: string) => SubstitutionRule {
  const { data: item } = useQuery(substitutionQuery(itemId));
  const { data: branches = [] } = useQuery(branchesQuery());
  const ruleByBranch = new Map(branches.map(({ _id, substituting }) => [_id, substituting]));
  return (branch) => getSubstitutionRule(item?.substituting, ruleByBranch.get(branch));
}

interface SubstituteRulesProps {
  itemId: string;
  /** Branches where the item is short. */
  branches: readonly { branch: string; branchName: string }[];
}

/** Lists the branches that must accept a substitute before it is shipped, and those that don't accept any. */
export function SubstituteRules({ itemId, branches }: SubstituteRulesProps) {
  const t = useMessages(processMessages).substitute;
  const getRule = useSubstitutionRule(itemId);
  const branchesWithRule = (rule: SubstitutionRule) => [
    ...new Set(branches.filter(({ branch }) => getRule(branch) === rule).map(({ branchName }) => branchName)),
  ];
  const [branchesToAsk, branchesWithoutSubstitutes] = [branchesWithRule('ask'), branchesWithRule('never')];
  return (
    <div role="status" className="flex flex-col gap-1 text-sm text-status-amber empty:hidden">
      {branchesToAsk.length > 0 ? <p>{t.asked(formatList(branchesToAsk))}</p> : null}
      {branchesWithoutSubstitutes.length > 0 ? (
        <p>{t.never(formatList(branchesWithoutSubstitutes))}</p>
      ) : null}
    </div>
  );
}

interface SubstituteChoiceProps {
  /** The short item. */
  itemId: string;
  chosen: CompactItem | null;
  onChoose(item: CompactItem): void;
  stock: ReadonlyMap<string, CompactStock> | null;
}

/** Input for choosing a substitute: one of the item's usual ones or any orderable item. */
export function SubstituteChoice({ itemId, chosen, onChoose, stock }: SubstituteChoiceProps) {
  const t = useMessages(processMessages).substitute;
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const usual = useQuery(substitutionQuery(itemId));
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query);
  const symbols = new Map((units.data ?? []).map((unit) => [unit._id, unit.symbol]));
  const candidates = (items.data ?? []).filter(
    (item) => item.isActive && item.isOrderable && item._id !== itemId,
  );
  const matching = searchItems(deferredQuery, candidates);
  const isUsual = (item: CompactItem) => usual.data?.usual.includes(item._id) ?? false;
  return (
    <>
      <Input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <SubstituteChoices
        groups={[
          { title: t.usual, items: matching.filter(isUsual) },
          { title: t.found, items: matching.filter((item) => !isUsual(item)).slice(0, maxShown) },
        ]}
        chosen={chosen}
        onChoose={onChoose}
        stock={stock}
        symbols={symbols}
      />
    </>
  );
}

/** Formats an available quantity in the unit in which a substitute is entered, rounded down. */
function formatAvailable(available: number, item: CompactItem, symbols: ReadonlyMap<string, string>): string {
  const { orderUnit, orderNum, orderDen, baseUnit } = item;
  if (orderUnit === null || !orderNum || !orderDen)
    return formatAmount(available, symbols.get(baseUnit) ?? '');
  const inOrderUnits = Math.floor(((available * orderDen) / orderNum) * 100 + 1e-6) / 100;
  return formatAmount(inOrderUnits, symbols.get(orderUnit) ?? '');
}

interface SubstituteChoicesProps {
  groups: readonly { title: string; items: readonly CompactItem[] }[];
  chosen: CompactItem | null;
  onChoose(item: CompactItem): void;
  stock: ReadonlyMap<string, CompactStock> | null;
  symbols: ReadonlyMap<string, string>;
}

/** Items to choose from, with the kitchen's available stock. */
function SubstituteChoices({ groups, chosen, onChoose, stock, symbols }: SubstituteChoicesProps) {
  const t = useMessages(processMessages).substitute;
  const nonEmptyGroups = groups.filter(({ items }) => items.length > 0);
  if (nonEmptyGroups.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  return (
    <div className="flex max-h-72 flex-col gap-3 overflow-y-auto rounded-md border p-2">
      {nonEmptyGroups.map(({ title, items }) => (
        <fieldset key={title}>
          <legend className="px-2 pb-1 text-muted-foreground text-xs">{title}</legend>
          {items.map((item) => {
            const row = stock?.get(item._id);
            const available = Math.max(0, (row?.onHand ?? 0) - (row?.reserved ?? 0));
            return (
              <label
                key={item._id}
                className="flex min-h-9 items-center gap-3 rounded-sm px-2 py-1 text-sm hover:bg-accent has-checked:bg-selected touch:min-h-11"
              >
                <input
                  type="radio"
                  name="item"
                  checked={item._id === chosen?._id}
                  onChange={() => onChoose(item)}
                  className="size-4 accent-primary"
                />
                <span className="min-w-0 flex-1">
                  {item.name} <span className="text-muted-foreground text-xs">{item.itemCode}</span>
                </span>
                {stock && !row?.isHidden ? (
                  <span className="whitespace-nowrap text-muted-foreground text-xs">
                    {t.available(formatAvailable(available, item, symbols))}
                  </span>
                ) : null}
              </label>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
