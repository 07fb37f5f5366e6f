import { type SubmitEvent, useState } from 'react';
import { registerFirst } from '#modules/people/web/queries/session.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { plainPrimaryButton } from '#platform/web/ui/plain-styles.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { formText } from '#platform/web/form-text.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getRegistrationFailureMessage } from '#platform/web/session/failure.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { signInMessages } from './messages.ts';
import { Notice } from './notice.tsx';
import { PasswordField } from './password-field.tsx';

/** First run: creates the first administrator with the setup token that the server printed. */
export function SetupForm({ onSignedIn }: { onSignedIn(user: SessionUser): void }) {
  const t = useMessages(signInMessages);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const fields = failure instanceof ApiError ? failure.fields : {};

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const readText = (name: string) => formText(data, name);
    setBusy(true);
    setFailure(null);
    try {
      const input = {
        setupToken: readText('setupToken').trim(),
        name: readText('name').trim(),
        email: readText('email'),
      };
      onSignedIn(await registerFirst({ ...input, password: readText('password') }));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {failure ? <Notice text={getRegistrationFailureMessage(failure)} takesFocus /> : null}
      <Field label={t.setup.token} error={fields['setupToken']}>
        {(control) => <Input {...control} name="setupToken" autoComplete="off" required disabled={isBusy} />}
      </Field>
      <Field label={t.setup.name} error={fields['name']}>
        {(control) => <Input {...control} name="name" autoComplete="name" required disabled={isBusy} />}
      </Field>
      <Field label={t.email} error={fields['email']}>
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="username" required disabled={isBusy} />
        )}
      </Field>
      <PasswordField
        id="new-password"
        label={t.password}
        autoComplete="new-password"
        disabled={isBusy}
        hint={fields['password'] ?? t.setup.passwordHint}
      />
      <button type="submit" disabled={isBusy} className={`${plainPrimaryButton} mt-2 w-full`}>
        {isBusy ? t.setup.busy : t.setup.submit}
      </button>
    </form>
  );
}
