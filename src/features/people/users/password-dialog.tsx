import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Person } from '#src/collections/people/people.ts';
import { changePerson } from '#src/collections/people/people-writes.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { sessionMessages } from '../account/session-messages.ts';

/** Gives somebody a new password; it is shown here and nowhere again. */
export function PasswordDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const t = useMessages(sessionMessages).password;
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useId();

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
      setProblem(fields['password'] ?? messageOf(error, t.failed));
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
          <GuardedButton type="submit" form={form} variant="primary" blocked={isSaving ? t.saving : null}>
            {t.save}
          </GuardedButton>
        }
      >
        <form id={form} noValidate onSubmit={(event) => void onSubmit(event)}>
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
