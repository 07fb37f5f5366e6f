import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Person } from '../queries/people.ts';
import { changePerson } from '../queries/people-writes.ts';
import { FieldFrame, type FieldProps } from '#platform/web/form/field-frame.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { accountMessages } from '../account/messages.ts';
import { peopleRowMessages } from '../row-messages.ts';

/** Sets a new password for a user; it is shown only in this dialog. */
export function PasswordDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const t = useMessages(accountMessages).password;
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const formId = useId();

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    if (password.length < 8) return setProblem(t.short);
    setSaving(true);
    try {
      await changePerson(queryClient, person, { password });
      toast(t.done(person.name));
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblem(fields['password'] ?? getErrorMessage(error, t.failed));
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.title(person.name)}
        description={t.text}
        footer={
          <GuardedButton
            type="submit"
            form={formId}
            variant="primary"
            disabledReason={isSaving ? t.saving : null}
          >
            {t.save}
          </GuardedButton>
        }
      >
        <form id={formId} noValidate onSubmit={(event) => void onSubmit(event)}>
          <NewPasswordField
            label={t.label}
            value={password}
            onChange={(next) => {
              setPassword(next);
              setProblem(null);
            }}
            error={problem}
            isRequired
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Password field for a different user, typed or generated; the password is visible only in the form. */
export function NewPasswordField(field: FieldProps<string>) {
  const t = useMessages(peopleRowMessages);
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
          <Button onClick={() => setShown(!isShown)}>{isShown ? t.hide : t.show}</Button>
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

/** Alphabet without letters and digits that are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupSize = 4;

/** Generates a password of four groups of four characters, about 79 bits, easy to read out. */
function generatePassword(): string {
  const byteLimit = 256 - (256 % alphabet.length);
  const characters: string[] = [];
  while (characters.length < groups * groupSize) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      // Rejection sampling: the remainder would favor some letters.
      if (byte < byteLimit) characters.push(alphabet[byte % alphabet.length] ?? '');
    }
  }
  return Array.from({ length: groups }, (_, group) =>
    characters.slice(group * groupSize, (group + 1) * groupSize).join(''),
  ).join('-');
}
