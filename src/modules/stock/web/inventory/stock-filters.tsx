import { X } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { stockSubsets } from '../../stock-subsets.ts';
import { type StockState, stockStates } from '../../stock-state.ts';
import { FiltersButton } from '#platform/web/data-table/filter-bar.tsx';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useToday } from '#platform/web/use-today.ts';
import { addDays } from '#core/day.ts';
import { stockMessages } from './messages.ts';
import { stockStateStyles } from './state-pill.tsx';
import type { StockFilter, StockLine } from './stock-rows.ts';

/** Returns the locations of the rows, by name. */
export function locationOptions(lines: readonly StockLine[]): LocationOption[] {
  const names = new Map(lines.map((line) => [line.placeId, line.placeName]));
  return [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}

export interface LocationOption {
  id: string;
  name: string;
}

interface StockFiltersProps {
  filter: StockFilter;
  /** The past day that is shown; absent for current stock. */
  day: string | undefined;
  onDay(day: string | undefined): void;
  /** Whether lots and movement are loaded, so that rows can be filtered by them. */
  hasPositions: boolean;
  /** Current text of the search field, ahead of the deferred filter. */
  query: string;
  onQuery(query: string): void;
  onFilter(change: StockFilter): void;
  onClear(): void;
  places: readonly LocationOption[];
  sections: readonly LocationOption[];
  categories: readonly LocationOption[];
  input: RefObject<HTMLInputElement | null>;
}

/** Search, filters and day of the inventory. `/` focuses the search from anywhere, Esc clears it. */
export function StockFilters(props: StockFiltersProps) {
  const { filter, query, onQuery, onFilter, onClear, places, sections, categories, input } = props;
  const { day, onDay, hasPositions } = props;
  const t = useMessages(stockMessages);
  const today = useToday();
  const isFiltered = Object.values({ ...filter, q: query }).some(Boolean);
  const [isExpanded, setExpanded] = useState(false);
  const id = useId();
  const selects = [
    { key: 'place', label: t.place, all: t.allPlaces, choices: places },
    { key: 'section', label: t.section, all: t.allSections, choices: sections },
    { key: 'category', label: t.category, all: t.allCategories, choices: categories },
    {
      key: 'subset',
      label: t.subsetLabel,
      all: t.subset.all,
      choices: stockSubsets.map((id) => ({ id, name: t.subset[id] })),
    },
  ] as const;

  return (
    <div
      role="search"
      className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto] print:hidden"
    >
      <SearchBox
        label={t.search}
        value={query}
        onValue={onQuery}
        inputRef={input}
        className="col-span-full lg:col-span-3"
      />
      <div className="col-span-full sm:hidden">
        <FiltersButton
          id={id}
          count={selects.filter(({ key }) => filter[key]).length + (day === undefined ? 0 : 1)}
          isOpen={isExpanded}
          onToggle={() => setExpanded(!isExpanded)}
        />
      </div>
      <div id={id} className={cn('contents', !isExpanded && 'max-sm:hidden')}>
        <label className="col-span-full flex items-center gap-2 text-muted-foreground text-sm sm:col-span-1 lg:col-span-2">
          <span className="whitespace-nowrap">{t.asAt}</span>
          <DateInput
            aria-label={t.asAtDay}
            value={day ?? ''}
            max={addDays(today, -1)}
            onChange={(event) => {
              const selectedDay = event.currentTarget.value;
              onDay(selectedDay === '' || selectedDay >= today ? undefined : selectedDay);
            }}
          />
        </label>
        {selects.map(({ key, label, all, choices }) =>
          choices.length > 1 ? (
            <Select
              key={key}
              aria-label={label}
              value={filter[key] ?? ''}
              disabled={key === 'subset' && (!hasPositions || day !== undefined)}
              onChange={(event) => onFilter({ [key]: event.currentTarget.value || undefined })}
              className="min-w-0"
            >
              <option value="">{all}</option>
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          ) : null,
        )}
      </div>
      <Button
        variant="ghost"
        className={isFiltered ? '' : 'hidden lg:invisible lg:inline-flex'}
        onClick={onClear}
      >
        <X aria-hidden="true" />
        {t.clear}
      </Button>
    </div>
  );
}

interface StateChipsProps {
  counts: Record<StockState, number>;
  state: StockState | undefined;
  onState(state: StockState | undefined): void;
}

/** One filter chip per state with its number of rows. */
export function StateChips({ counts, state, onState }: StateChipsProps) {
  const t = useMessages(stockMessages);
  return (
    <div
      role="group"
      aria-label={t.stateLabel}
      className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 md:-mx-6 md:px-6 lg:mx-0 lg:flex-wrap lg:px-0 print:hidden"
    >
      {stockStates.map((name) => {
        const { icon: Icon } = stockStateStyles[name];
        const isSelected = name === state;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isSelected}
            onClick={() => onState(isSelected ? undefined : name)}
            className={cn(
              'inline-flex h-8 shrink-0 items-center gap-1.5 whitespace-pre rounded-full border px-3 text-xs tabular-nums hover:bg-accent touch:h-11',
              isSelected && 'border-primary bg-selected font-medium',
              counts[name] === 0 && !isSelected && 'text-muted-foreground',
            )}
          >
            <Icon className="size-3.5" aria-hidden="true" />
            {t.states[name]} {formatCount(counts[name])}
          </button>
        );
      })}
    </div>
  );
}
