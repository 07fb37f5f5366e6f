import { SearchBox } from '#src/components/form/search-box.tsx';
import { ExportMenu } from '#src/components/data-table/list-menus.tsx';
import { useExport } from '#src/components/data-table/use-export.ts';
import { Select } from '#src/components/ui/input.tsx';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { Section } from '#src/collections/places/sections.ts';
import { exportColumns, type LevelRow } from './level-rows.ts';
import { settingsMessages } from './messages.ts';

interface Filter {
  q: string;
  section: string;
  state: string;
}

interface LevelFiltersProps {
  filter: Filter;
  onFilter(change: Partial<Filter>): void;
  sections: readonly Section[];
  shown: readonly LevelRow[];
  count: number;
  fileName: string;
}

const states = ['set', 'unset', 'changed', 'wrong'] as const;

/** Search and filters over the levels, and the file of what they show. */
export function LevelFilters({ filter, onFilter, sections, shown, count, fileName }: LevelFiltersProps) {
  const t = useMessages(settingsMessages).levels;
  const { save, progress } = useExport<LevelRow>({
    name: fileName,
    columns: exportColumns(t),
    keyOf: ({ itemId }) => itemId,
    fetchPage: () =>
      Promise.resolve({ rows: [...shown], total: shown.length, totalCapped: false, skipped: 0 }),
  });
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 pb-3">
      <SearchBox
        label={t.search}
        value={filter.q}
        onValue={(q) => onFilter({ q })}
        className="min-w-52 flex-1 basis-full md:max-w-96 md:basis-52"
      />
      <Select
        aria-label={t.columns.section}
        className="min-w-36 flex-1 md:max-w-44"
        value={filter.section}
        onChange={(event) => onFilter({ section: event.target.value })}
      >
        <option value="">{t.allSections}</option>
        {sections.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t.state}
        className="min-w-36 flex-1 md:max-w-44"
        value={filter.state}
        onChange={(event) => onFilter({ state: event.target.value })}
      >
        <option value="">{t.allStates}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {t.states[state]}
          </option>
        ))}
      </Select>
      <div className="ms-auto flex flex-wrap items-center gap-3">
        <p role="status" className="text-muted-foreground text-xs tabular-nums">
          {t.shown(formatCount(shown.length), formatCount(count))}
        </p>
        <ExportMenu isBusy={progress !== null} onSave={(kind) => void save(kind, shown)} />
      </div>
    </div>
  );
}
