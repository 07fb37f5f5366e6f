import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { cn } from '#platform/web/cn.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { tableMessages } from './messages.ts';
import type { ListView } from './use-list-view.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

export interface FilterSelect {
  /** Name of the filter in the URL. */
  key: string;
  label: string;
  /** Option without a filter: `All branches`. */
  all: string;
  choices: readonly { id: string; name: string }[];
}

interface FilterBarProps {
  view: ListView;
  /** Search placeholder. If omitted, there is no search. */
  searchLabel?: string | undefined;
  filters?: readonly FilterSelect[];
  /** More filters after the selects, such as dates. */
  more?: ReactNode;
  /** Whether the filters don't fit in one line on a desktop. */
  wraps?: boolean;
  /** Tools at the end of the line: columns, export. */
  tools?: ReactNode;
}

const maxFiltersInLine = 4;

/** Search and filters of a list, all of which are stored in the URL. */
export function FilterBar({ view, searchLabel, filters = [], more, wraps, tools }: FilterBarProps) {
  const layout = useMessages(layoutMessages);
  const [query, setQuery] = useDebouncedInput(view.q ?? '', (q) => view.set({ q: q || undefined }));
  const usableFilters = filters.filter(
    ({ key, choices }) => choices.length !== 1 || view.filters[key] !== undefined,
  );
  const isWide = useMedia(desktopQuery);
  const [isExpanded, setExpanded] = useState(false);
  const id = useId();
  const count = Object.keys(view.filters).length;
  const isShown = isWide || isExpanded;
  // A few filters fit next to the search at a common desktop width; more than that wrap.
  const fitsInLine = !wraps && usableFilters.length <= maxFiltersInLine;
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 pb-3 print:hidden">
      {searchLabel === undefined ? null : (
        <SearchBox
          label={searchLabel}
          value={query}
          onValue={setQuery}
          className="min-w-52 flex-1 basis-full md:max-w-96 md:basis-52 xl:max-2xl:min-w-36 xl:max-2xl:basis-36"
        />
      )}
      {isWide || (usableFilters.length === 0 && !more) ? null : (
        <FiltersButton id={id} count={count} isOpen={isExpanded} onToggle={() => setExpanded(!isExpanded)} />
      )}
      <div
        id={id}
        className={cn(
          isShown ? 'flex' : 'hidden',
          'flex-wrap items-center gap-2',
          isWide && searchLabel === undefined ? 'w-auto' : 'order-last w-full',
          fitsInLine && 'xl:order-none xl:w-auto xl:max-2xl:flex-nowrap',
        )}
      >
        {usableFilters.map(({ key, label, all, choices }) => (
          <Select
            key={key}
            aria-label={label}
            className={cn(
              'w-full [field-sizing:content] md:w-auto',
              fitsInLine ? 'md:max-w-48 touch:md:max-w-60' : 'md:max-w-56 touch:md:max-w-72',
              fitsInLine && usableFilters.length > 2 && 'xl:max-2xl:min-w-0 xl:max-2xl:max-w-40',
            )}
            value={view.filters[key] ?? ''}
            onChange={(event) => view.set({ [key]: event.currentTarget.value || undefined })}
          >
            <option value="">{all}</option>
            {choices.map(({ id: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        ))}
        {more}
      </div>
      {view.isFiltered || query !== '' ? (
        <Button
          variant="ghost"
          title={layout.clearFilters}
          className="xl:max-2xl:px-2.5"
          onClick={() => {
            setQuery('');
            view.clear();
          }}
        >
          <X aria-hidden="true" />
          <span className="xl:max-2xl:sr-only">{layout.clearFilters}</span>
        </Button>
      ) : null}
      {tools ? <div className="ms-auto flex flex-wrap items-center gap-2">{tools}</div> : null}
    </div>
  );
}

interface FiltersButtonProps {
  /** Id of the controlled element. */
  id: string;
  /** Number of active filters. */
  count: number;
  isOpen: boolean;
  onToggle(): void;
}

/** Button that expands the filters on a phone and shows how many are active. */
export function FiltersButton({ id, count, isOpen, onToggle }: FiltersButtonProps) {
  const t = useMessages(tableMessages);
  return (
    <Button aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
      <ListFilter aria-hidden="true" />
      {count === 0 ? t.filters : t.filtersOn(count)}
    </Button>
  );
}
