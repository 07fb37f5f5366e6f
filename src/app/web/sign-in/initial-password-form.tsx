import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { changePassword } from '#modules/people/web/queries/sessions.ts';
import { profileQuery, signOut } from '#modules/people/web/queries/session.ts';
import { plainPrimaryButton } from '#platform/web/ui/plain-styles.ts';
import { endRefusedSession } from '#platform/web/cache/error-policy.ts';
import { formText } from '#platform/web/form-text.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { refreshUser, sessionStore } from '#platform/web/session/session.ts';
import { signInMessages } from './messages.ts';
import { Notice } from './notice.tsx';
import { PasswordField } from './password-field.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

interface InitialPasswordFormProps {
  user: SessionUser;
  onDone(user: SessionUser): void;
}

/** Replaces an assigned password with the user's own. */
export function InitialPasswordForm({ user, onDone }: InitialPasswordFormProps) {
  const { initialPassword: t } = useMessages(signInMessages);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const session = sessionStore.get();
    if (session.status !== 'signed-in') return;
    setBusy(true);
    setFailure(null);
    try {
      const passwords = {
        currentPassword: formText(data, 'currentPassword'),
        newPassword: formText(data, 'newPassword'),
      };
      await changePassword(passwords);
      const updatedUser = { ...user, mustChangePassword: false };
      refreshUser(updatedUser, session.token);
      queryClient.setQueryData(profileQuery().queryKey, updatedUser);
      onDone(updatedUser);
    } catch (error) {
      endRefusedSession(error);
      setFailure(getErrorMessage(error, t.failed));
      setBusy(false);
    }
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {failure ? <Notice text={failure} takesFocus /> : null}
      {/* Password managers store the new password for this address. */}
      <input type="hidden" name="email" autoComplete="username" value={user.email} />
      <PasswordField
        id="current-password"
        name="currentPassword"
        label={t.currentPassword}
        autoComplete="current-password"
        disabled={isBusy}
      />
      <PasswordField
        id="new-password"
        name="newPassword"
        label={t.newPassword}
        autoComplete="new-password"
        disabled={isBusy}
        hint={t.hint}
      />
      <button type="submit" disabled={isBusy} className={`${plainPrimaryButton} mt-2 w-full`}>
        {isBusy ? t.busy : t.submit}
      </button>
      <button
        type="button"
        className="self-center px-3 py-2 text-muted-foreground text-sm hover:underline touch:min-h-11"
        onClick={signOut}
      >
        {t.signOut}
      </button>
    </form>
  );
}
