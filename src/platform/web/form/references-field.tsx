import { Input } from '#platform/web/ui/input.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { ChoiceList } from './choice-list.tsx';
import { Chips } from './chips.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldMessages } from './field-messages.ts';
import type { RowChoice } from './match-choices.ts';
import { useChoiceList } from './use-choice-list.ts';

interface ReferencesFieldProps extends FieldProps<readonly string[]> {
  choices: readonly RowChoice[];
  isLoading?: boolean;
}

/**
 * Combobox for selecting several rows. Choosing a selected row removes it; Backspace removes the last one.
 */
export function ReferencesField({ choices, isLoading = false, ...field }: ReferencesFieldProps) {
  const t = useMessages(fieldMessages);
  const { value, onChange } = field;
  const listWithout = (id: string) => value.filter((other) => other !== id);
  const list = useChoiceList({
    choices,
    onChoose: ({ _id }) => onChange(value.includes(_id) ? listWithout(_id) : [...value, _id]),
  });
  const isLocked = Boolean(field.lockedReason);
  const byId = new Map(choices.map((choice) => [choice._id, choice]));
  const chips = value.map((id) => {
    const choice = byId.get(id);
    const name = choice?.name ?? (isLoading ? '…' : t.unknownChoice);
    return { id, name, ...(choice?.isActive === false ? { note: t.archived } : {}) };
  });
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <Chips
            label={t.chosen(field.label)}
            chips={chips}
            onRemove={isLocked ? undefined : (id) => onChange(listWithout(id))}
          />
          <div className="relative">
            <Input
              {...control}
              {...list.combobox}
              placeholder={isLocked ? undefined : t.searchToAdd}
              readOnly={isLocked}
              value={list.query}
              onClick={() => (isLocked ? undefined : list.open())}
              onChange={(event) => list.setQuery(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (isLocked) return;
                if (event.key === 'Backspace' && list.query === '') onChange(value.slice(0, -1));
                list.onKeyDown(event);
              }}
              onBlur={() => {
                list.close();
                field.onBlur?.();
              }}
            />
            <ChoiceList list={list} label={field.label} selectedIds={value} isLoading={isLoading} />
          </div>
        </>
      )}
    </FieldFrame>
  );
}
