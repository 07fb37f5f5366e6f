import { X } from 'lucide-react';
import type { Branch } from '#src/collections/places/branches.ts';
import { Button } from '#src/components/ui/button.tsx';
import { DateInput } from '#src/components/ui/date-input.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { dashboardMessages } from './messages.ts';
import type { Period } from './period.ts';
import type { DashboardSearch } from './use-figures.ts';

interface FiltersProps {
  search: DashboardSearch;
  period: Period;
  branches: readonly Branch[];
  onChange(change: DashboardSearch): void;
}

/** Which branch, and which days; both stand in the address. */
export function DashboardFilters({ search, period, branches, onChange }: FiltersProps) {
  const { filters: t } = useMessages(dashboardMessages);
  const isFiltered = search.branch !== undefined || search.from !== undefined || search.to !== undefined;
  const dates = [
    { key: 'from', label: t.from, value: period.from, max: period.to },
    { key: 'to', label: t.to, value: period.to, min: period.from },
  ] as const;
  return (
    <div role="search" aria-label={t.label} className="flex flex-wrap items-center gap-2 pb-4">
      <Select
        aria-label={t.branch}
        className="w-auto min-w-40 max-w-full flex-1 sm:max-w-60"
        value={search.branch ?? ''}
        onChange={(event) => onChange({ branch: event.currentTarget.value || undefined })}
      >
        <option value="">{t.allBranches}</option>
        {branches.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
      {dates.map(({ key, label, ...input }) => (
        <label key={key} className="flex items-center gap-2 text-muted-foreground text-sm">
          {label}
          <DateInput
            className="w-36"
            {...input}
            onChange={(event) => onChange({ [key]: event.currentTarget.value || undefined })}
          />
        </label>
      ))}
      {isFiltered ? (
        <Button
          variant="ghost"
          onClick={() => onChange({ branch: undefined, from: undefined, to: undefined })}
        >
          <X aria-hidden="true" />
          {t.clear}
        </Button>
      ) : null}
    </div>
  );
}
