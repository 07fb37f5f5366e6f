import { X } from 'lucide-react';
import type { Branch } from '#src/collections/places/branches.ts';
import { SearchBox } from '#src/components/form/search-box.tsx';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { Button } from '#src/components/ui/button.tsx';
import { DateInput } from '#src/components/ui/date-input.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderTexts } from '../messages.ts';
import type { SubmissionFilters as Filters } from './submission-rows.ts';

interface SubmissionFiltersProps {
  filters: Filters;
  onFilters(change: Filters): void;
  /** Branches to choose from; a person with one has nothing to choose. */
  branches: readonly Branch[];
}

/** What narrows the list; all of it stands in the address. */
export function SubmissionFilters({ filters, onFilters, branches }: SubmissionFiltersProps) {
  const t = useMessages(orderTexts).submission;
  const layout = useMessages(layoutMessages);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  return (
    <div role="search" className="flex flex-wrap items-center gap-2 pb-3">
      <SearchBox
        label={t.search}
        value={filters.q ?? ''}
        onValue={(q) => onFilters({ q: q || undefined })}
        className="min-w-52 flex-1 md:max-w-80"
      />
      <label className="flex items-center gap-2 text-muted-foreground text-sm">
        {t.date}
        <DateInput
          className="w-40"
          value={filters.date ?? ''}
          onChange={(event) => onFilters({ date: event.target.value || undefined })}
        />
      </label>
      {branches.length > 1 ? (
        <Select
          className="w-44"
          aria-label={t.branch}
          value={filters.branch ?? ''}
          onChange={(event) => onFilters({ branch: event.target.value || undefined })}
        >
          <option value="">{t.allBranches}</option>
          {branches.map((branch) => (
            <option key={branch._id} value={branch._id}>
              {branch.name}
            </option>
          ))}
        </Select>
      ) : null}
      {isFiltered ? (
        <Button
          variant="ghost"
          onClick={() => onFilters({ q: undefined, date: undefined, branch: undefined })}
        >
          <X aria-hidden="true" />
          {layout.clearFilters}
        </Button>
      ) : null}
    </div>
  );
}
