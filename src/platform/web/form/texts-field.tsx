import { useState } from 'react';
import { Input } from '#platform/web/ui/input.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { Chips } from './chips.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldMessages } from './field-messages.ts';

/**
 * A list of short strings (tags, barcodes): Enter or a comma adds one, pasting a list adds all, Backspace
 * removes the last.
 */
export function TextsField(field: FieldProps<readonly string[]>) {
  const t = useMessages(fieldMessages);
  const [inputText, setInputText] = useState('');
  const { value, onChange } = field;
  const isLocked = Boolean(field.lockedReason);

  function add(text: string): void {
    const parts = text.split(/[\n,;،]/).map((part) => part.trim());
    const texts = [...new Set([...value, ...parts.filter(Boolean)])];
    if (texts.length > value.length) onChange(texts);
    setInputText('');
  }

  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <Chips
            label={t.chosen(field.label)}
            chips={value.map((text) => ({ id: text, name: text }))}
            onRemove={isLocked ? undefined : (id) => onChange(value.filter((text) => text !== id))}
          />
          <Input
            {...control}
            // While empty it follows the page's direction, for the placeholder.
            dir={inputText === '' ? undefined : 'auto'}
            autoComplete="off"
            placeholder={isLocked ? undefined : t.typeToAdd}
            readOnly={isLocked}
            value={inputText}
            onChange={({ currentTarget }) =>
              /[\n,;،]/.test(currentTarget.value)
                ? add(currentTarget.value)
                : setInputText(currentTarget.value)
            }
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && inputText === '') onChange(value.slice(0, -1));
              if (event.key !== 'Enter' || inputText === '') return;
              event.preventDefault();
              add(inputText);
            }}
            onBlur={() => {
              add(inputText);
              field.onBlur?.();
            }}
          />
        </>
      )}
    </FieldFrame>
  );
}
