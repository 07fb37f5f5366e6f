import { Plus } from 'lucide-react';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { fieldMessages } from './field-messages.ts';
import type { ChoiceListState } from './use-choice-list.ts';

interface ChoiceListProps {
  list: ChoiceListState;
  label: string;
  selectedIds: readonly string[];
  isLoading: boolean;
  /** Whether a value that doesn't exist can be created here. */
  canCreate?: boolean;
}

/** The options of a combobox. */
export function ChoiceList({ list, label, selectedIds, isLoading, canCreate = false }: ChoiceListProps) {
  const t = useMessages(fieldMessages);
  return (
    <>
      <ul
        id={list.listId}
        role="listbox"
        aria-label={label}
        hidden={!list.isOpen || (list.matches.length === 0 && list.creatableName === null)}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto rounded-md border bg-popover p-1 shadow-float"
      >
        {list.matches.map((choice, index) => (
          <li
            key={choice._id}
            id={`${list.listId}-${index}`}
            role="option"
            aria-selected={selectedIds.includes(choice._id)}
            className={cn(
              'flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-sm px-2 text-sm touch:min-h-11',
              index === list.activeIndex && 'bg-accent',
              selectedIds.includes(choice._id) && 'font-medium',
            )}
            // Prevents the list from taking the focus before an option is chosen.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => list.choose(choice)}
          >
            <bdi className="min-w-0 truncate">{choice.name}</bdi>
            {choice.note ? <bdi className="shrink-0 text-muted-foreground text-xs">{choice.note}</bdi> : null}
          </li>
        ))}
        {list.creatableName === null ? null : (
          <li
            id={`${list.listId}-${list.matches.length}`}
            role="option"
            aria-selected={false}
            className={cn(
              'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 text-primary text-sm touch:min-h-11',
              list.activeIndex === list.matches.length && 'bg-accent',
            )}
            onPointerDown={(event) => event.preventDefault()}
            onClick={list.create}
          >
            <Plus aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0 truncate">{t.add(list.creatableName)}</span>
          </li>
        )}
      </ul>
      {list.isOpen && list.matches.length === 0 && list.creatableName === null ? (
        <p
          role="status"
          className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border bg-popover px-3 py-2 text-muted-foreground text-sm shadow-float"
        >
          {isLoading ? t.choicesLoading : canCreate && list.query === '' ? t.noneYet : t.noChoice}
        </p>
      ) : null}
    </>
  );
}
