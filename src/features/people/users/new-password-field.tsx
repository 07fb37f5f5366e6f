import { useState } from 'react';
import { FieldFrame, type FieldProps } from '#src/components/form/field-frame.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { peopleFormMessages } from '../form-messages.ts';
import { generatePassword } from './password.ts';

/** A password for somebody: typed, or made here; shown only while it stands in the form. */
export function NewPasswordField(field: FieldProps<string>) {
  const t = useMessages(peopleFormMessages);
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame {...field}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            {...control}
            type={isShown ? 'text' : 'password'}
            dir="ltr"
            autoComplete="new-password"
            spellCheck={false}
            className="min-w-0 flex-1 max-sm:basis-full"
            value={field.value}
            onChange={(event) => field.onChange(event.currentTarget.value)}
            onBlur={field.onBlur}
          />
          <Button onClick={() => setShown(!isShown)}>{isShown ? t.hidden : t.shown}</Button>
          <Button
            onClick={() => {
              field.onChange(generatePassword());
              setShown(true);
            }}
          >
            {t.generate}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}
