import { ChevronDown, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Input } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { ChoiceList } from './choice-list.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldMessages } from './field-messages.ts';
import type { RowChoice } from './match-choices.ts';
import { useChoiceList } from './use-choice-list.ts';

interface ReferenceFieldProps extends FieldProps<string | null> {
  choices: readonly RowChoice[];
  isLoading?: boolean;
  /** Creates a row with the entered name; omitted if rows can't be created here. */
  onCreate?: ((name: string) => void) | undefined;
}

/**
 * Combobox for selecting another row, even from thousands. A selected archived row stays selected and is
 * marked.
 */
export function ReferenceField({ choices, isLoading = false, onCreate, ...field }: ReferenceFieldProps) {
  const t = useMessages(fieldMessages);
  const selected = choices.find(({ _id }) => _id === field.value);
  return (
    <FieldFrame {...field} hint={selected?.isActive === false ? t.archivedChoice : field.hint}>
      {(control) => (
        <ReferenceBox
          {...field}
          className={undefined}
          control={control}
          choices={choices}
          isLoading={isLoading}
          onCreate={onCreate}
          isLocked={Boolean(field.lockedReason)}
        />
      )}
    </FieldFrame>
  );
}

interface ReferenceBoxProps
  extends Omit<ReferenceFieldProps, 'hint' | 'error' | 'lockedReason' | 'name' | 'isLoading'> {
  /** Attributes that connect it to its label. */
  control: ComponentProps<typeof Input>;
  isLoading: boolean;
  isLocked?: boolean;
  /** Placeholder if nothing is selected. */
  none?: string;
  /** Name of the selected row, shown before the options are loaded. */
  selectedName?: string | null;
}

/** The combobox without a label: type to search, arrow keys to move, Enter to choose. */
export function ReferenceBox({
  choices,
  isLoading,
  onCreate,
  control,
  isLocked = false,
  none,
  selectedName = null,
  className,
  ...field
}: ReferenceBoxProps) {
  const t = useMessages(fieldMessages);
  const list = useChoiceList({ choices, onChoose: ({ _id }) => field.onChange(_id), onCreate });
  const selected = choices.find(({ _id }) => _id === field.value);
  const fallbackName = selectedName ?? (isLoading ? '…' : t.unknownChoice);
  const displayedName = field.value === null ? '' : (selected?.name ?? fallbackName);
  return (
    <div className={cn('relative', className)}>
      <Input
        {...control}
        {...list.combobox}
        className="pe-16 touch:pe-20"
        placeholder={isLocked ? undefined : (none ?? t.search)}
        readOnly={isLocked}
        value={list.isOpen ? list.query : displayedName}
        onClick={() => (isLocked ? undefined : list.open())}
        onChange={(event) => list.setQuery(event.currentTarget.value)}
        onKeyDown={isLocked ? undefined : list.onKeyDown}
        onBlur={() => {
          list.close();
          field.onBlur?.();
        }}
      />
      <span className="absolute inset-y-0 end-1 flex items-center">
        {field.value !== null && !field.isRequired && !isLocked ? (
          <button
            type="button"
            aria-label={t.clear(field.label)}
            className="inline-flex size-7 items-center justify-center rounded-sm text-muted-foreground hover:bg-accent touch:size-11"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              field.onChange(null);
              list.close();
            }}
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        ) : null}
        <ChevronDown className="pointer-events-none mx-1.5 size-4 text-muted-foreground" aria-hidden="true" />
      </span>
      <ChoiceList
        list={list}
        label={field.label}
        selectedIds={field.value === null ? [] : [field.value]}
        isLoading={isLoading}
        canCreate={onCreate !== undefined}
      />
    </div>
  );
}
