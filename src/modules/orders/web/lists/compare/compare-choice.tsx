import { Link } from '@tanstack/react-router';
import { maxComparedOrders } from '#platform/shapes/limits.ts';
import { DateRangeInputs } from '#platform/web/data-table/date-range.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { CompareKind, CompareSearch } from './compare-rows.ts';
import { compareMessages } from './messages.ts';

const kinds = ['branches', 'days', 'orders'] as const satisfies readonly CompareKind[];

interface CompareChoiceProps {
  kind: CompareKind;
  /** IDs or days; the first one is the reference. */
  selectedKeys: readonly string[];
  branches: readonly { id: string; name: string }[];
  /** Branch whose days are compared; all branches if omitted. */
  branch: string | undefined;
  days: { from: string; to: string };
  onSearch(change: CompareSearch): void;
}

/** Selects the branches or days to compare; orders are selected in their list. */
export function CompareChoice({ kind, selectedKeys, branches, branch, days, onSearch }: CompareChoiceProps) {
  const t = useMessages(compareMessages);
  const dayInputs = selectedKeys.length < maxComparedOrders ? [...selectedKeys, ''] : selectedKeys;
  const choose = (next: readonly string[]) => onSearch({ ids: next.join() || undefined });
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <nav aria-label={t.compareBy} className="flex gap-1 overflow-x-auto border-b">
        {kinds.map((option) => (
          <Link
            key={option}
            to="/branch-orders"
            search={option === kind ? (previous) => previous : { compare: option }}
            aria-current={option === kind ? 'page' : undefined}
            className={cn(
              '-mb-px flex h-10 shrink-0 items-center border-transparent border-b-2 px-3 text-sm -outline-offset-2 touch:h-12',
              option === kind ? 'border-primary font-medium' : 'text-muted-foreground hover:text-foreground',
            )}
          >
            {t.by[option]}
          </Link>
        ))}
      </nav>
      {kind === 'branches' ? (
        <>
          <div role="group" aria-label={t.branches} className="flex flex-wrap gap-2">
            {branches.map(({ id, name }) => {
              const isSelected = selectedKeys.includes(id);
              return (
                <button
                  key={id}
                  type="button"
                  aria-pressed={isSelected}
                  disabled={!isSelected && selectedKeys.length >= maxComparedOrders}
                  onClick={() =>
                    choose(isSelected ? selectedKeys.filter((other) => other !== id) : [...selectedKeys, id])
                  }
                  className={cn(
                    'inline-flex h-9 items-center rounded-full border px-3 text-sm hover:bg-accent disabled:text-muted-foreground touch:h-11',
                    isSelected && 'border-primary bg-selected font-medium',
                  )}
                >
                  <bdi>{name}</bdi>
                </button>
              );
            })}
          </div>
          <DateRangeInputs
            label={t.delivery}
            fromLabel={t.from}
            toLabel={t.to}
            from={days.from}
            to={days.to}
            onChange={onSearch}
          />
        </>
      ) : kind === 'days' ? (
        <div
          role="group"
          aria-label={t.days}
          className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center"
        >
          {dayInputs.map((selectedDay, index) => (
            <DateInput
              key={selectedDay === '' ? `new ${selectedKeys.length}` : selectedDay}
              aria-label={t.day(index + 1)}
              className="min-w-0 sm:w-36"
              value={selectedDay}
              onChange={(event) => {
                const { value } = event.currentTarget;
                choose(
                  [
                    ...new Set([...selectedKeys.slice(0, index), value, ...selectedKeys.slice(index + 1)]),
                  ].filter(Boolean),
                );
              }}
            />
          ))}
          <Select
            aria-label={t.branch}
            value={branch ?? ''}
            onChange={(event) => onSearch({ branch: event.currentTarget.value || undefined })}
            className="min-w-0 sm:w-48"
          >
            <option value="">{t.allBranches}</option>
            {branches.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      ) : null}
    </div>
  );
}
