import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changePassword, renewSessions } from '#src/collections/people/sessions.ts';
import { FieldFrame, type FieldProps } from '#src/components/form/field-frame.tsx';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { ChoiceField } from '#src/components/form/choice-field.tsx';
import { FactList } from '#src/components/layout/fact-list.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { useRoleLabel } from '#src/components/layout/use-role-label.ts';
import { chooseLocale } from '#src/lib/i18n/choose-locale.ts';
import { type Locale, locales, useLocale } from '#src/lib/i18n/locale.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { peopleMessages } from '../messages.ts';
import { OwnName } from './own-name.tsx';
import { sessionMessages } from './session-messages.ts';
import { SessionsList } from './sessions-list.tsx';

/** The own account: who one is here, another password, and the devices one is signed in on. */
export function AccountDialog({ onClose }: { onClose(): void }) {
  const t = useMessages(sessionMessages);
  const words = useMessages(peopleMessages);
  const user = useUser();
  const roleOf = useRoleLabel();
  const { columns } = words.users;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent title={t.account.title} description={<bdi>{user.name}</bdi>}>
        <div className="flex flex-col gap-8">
          <FactList
            facts={[
              { key: 'email', label: columns.email, value: user.email },
              { key: 'role', label: columns.role, value: roleOf(user.role, user.roleLabel) },
              {
                key: 'description',
                label: columns.description,
                value: user.roleDescription ?? words.noDescription,
              },
            ]}
          />
          <OwnName />
          <LanguageChoice />
          <PasswordForm />
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold text-sm">{t.label}</h3>
            <SessionsList userId={null} mayEnd blocked={null} />
          </section>
        </div>
      </SheetContent>
    </Dialog>
  );
}

function LanguageChoice() {
  const t = useMessages(layoutMessages);
  const locale = useLocale();
  return (
    <ChoiceField
      name="language"
      label={t.language}
      value={locale}
      error={null}
      options={Object.entries(locales).map(([id, { name }]) => ({ id, name }))}
      onChange={(chosen) => {
        const next = chosen as Locale;
        chooseLocale(next).catch(() => toastError(t.languageFailed(locales[next].name)));
      }}
    />
  );
}

type Problems = Readonly<Record<string, string>>;
const empty = { currentPassword: '', newPassword: '' };

function PasswordForm() {
  const { account, password } = useMessages(sessionMessages);
  const queryClient = useQueryClient();
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<Problems>({});
  const [isSaving, setSaving] = useState(false);

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    if (values.newPassword.length < 8) return setProblems({ newPassword: password.short });
    setSaving(true);
    try {
      await changePassword(values);
      setValues(empty);
      toast(account.saved);
      await renewSessions(queryClient);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(
        Object.keys(fields).length > 0 ? fields : { newPassword: messageOf(error, account.failed) },
      );
    } finally {
      setSaving(false);
    }
  }

  const fieldOf = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    error: problems[name] ?? null,
    isRequired: true,
    onChange: (value: string) => {
      setValues({ ...values, [name]: value });
      setProblems({});
    },
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      <h3 className="font-semibold text-sm">{account.password}</h3>
      <PasswordInput
        {...fieldOf('currentPassword')}
        label={account.current}
        autoComplete="current-password"
      />
      <PasswordInput
        {...fieldOf('newPassword')}
        label={account.next}
        hint={account.hint}
        autoComplete="new-password"
      />
      <GuardedButton type="submit" className="self-start" blocked={isSaving ? password.saving : null}>
        {account.save}
      </GuardedButton>
    </form>
  );
}

interface PasswordInputProps extends FieldProps<string> {
  autoComplete: 'current-password' | 'new-password';
}

function PasswordInput({ autoComplete, ...field }: PasswordInputProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <Input
          {...control}
          type="password"
          dir="ltr"
          autoComplete={autoComplete}
          value={field.value}
          onChange={(event) => field.onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
