import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Branch } from '#src/collections/branches.ts';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Input, Select } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderTexts } from './messages.ts';
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
  const search = useRef<HTMLInputElement>(null);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest('input, textarea, select, [role="dialog"]')) return;
      event.preventDefault();
      search.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <div role="search" className="flex flex-wrap items-center gap-2 pb-3">
      <div className="relative min-w-52 flex-1 md:max-w-80">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted-foreground"
        />
        <Input
          ref={search}
          type="search"
          className="ps-9"
          aria-label={t.search}
          aria-keyshortcuts="/"
          placeholder={t.search}
          value={filters.q ?? ''}
          onChange={(event) => onFilters({ q: event.target.value || undefined })}
        />
      </div>
      <label className="flex items-center gap-2 text-muted-foreground text-sm">
        {t.date}
        <Input
          type="date"
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
