import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { SearchBox } from '#src/components/form/search-box.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { StockFilter } from './filter-stock.ts';
import { stockMessages } from './messages.ts';

export interface Choice {
  id: string;
  name: string;
}

interface StockFiltersProps {
  filter: StockFilter;
  /** What stands in the search now, ahead of what is shown. */
  query: string;
  onQuery(query: string): void;
  onFilter(change: StockFilter): void;
  onClear(): void;
  places: readonly Choice[];
  sections: readonly Choice[];
  categories: readonly Choice[];
  input: RefObject<HTMLInputElement | null>;
}

/** Search and filters of the inventory. `/` comes to the search from anywhere, Esc empties it. */
export function StockFilters(props: StockFiltersProps) {
  const { filter, query, onQuery, onFilter, onClear, places, sections, categories, input } = props;
  const t = useMessages(stockMessages);
  const isFiltered = Object.values({ ...filter, q: query }).some(Boolean);
  const selects = [
    { key: 'place', label: t.place, all: t.allPlaces, choices: places },
    { key: 'section', label: t.section, all: t.allSections, choices: sections },
    { key: 'category', label: t.category, all: t.allCategories, choices: categories },
  ] as const;

  return (
    <div role="search" className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:flex print:hidden">
      <SearchBox
        label={t.search}
        value={query}
        onValue={onQuery}
        input={input}
        className="col-span-full lg:flex-1"
      />
      {selects.map(({ key, label, all, choices }) =>
        choices.length > 1 ? (
          <Select
            key={key}
            aria-label={label}
            value={filter[key] ?? ''}
            onChange={(event) => onFilter({ [key]: event.currentTarget.value || undefined })}
            className="min-w-0 lg:w-44"
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
      <Button variant="ghost" className={isFiltered ? '' : 'invisible'} onClick={onClear}>
        <X aria-hidden="true" />
        {t.clear}
      </Button>
    </div>
  );
}
