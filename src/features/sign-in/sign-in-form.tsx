import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { signIn } from '#src/collections/people/session.ts';
import { plainField, plainLabel, plainPrimaryButton } from '#src/components/ui/plain-styles.ts';
import { formText } from '#src/lib/form-text.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { loginFailure } from '#src/lib/session/failure.ts';
import type { SessionUser } from '#src/lib/session/read-user.ts';
import { useSession } from '#src/lib/session/session.ts';
import { signInMessages } from './messages.ts';
import { Notice } from './notice.tsx';
import { PasswordField } from './password-field.tsx';

/** SPEC section 4: idle, submitting (everything disabled), success or failure with the message above the form. */
export function SignInForm({ onSignedIn }: { onSignedIn(user: SessionUser): void }) {
  const t = useMessages(signInMessages);
  const session = useSession();
  const ended = session.status === 'anonymous' && session.ended !== 'signed-out' ? session.ended : null;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On touch the keypad would come up unasked, over the form.
    const isTyping = document.activeElement !== null && document.activeElement !== document.body;
    if (!isTyping && !window.matchMedia('(pointer: coarse)').matches)
      email.current?.focus({ preventScroll: true });
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(null);
    try {
      onSignedIn(await signIn({ email: formText(data, 'email'), password: formText(data, 'password') }));
    } catch (error) {
      setFailure(loginFailure(error));
      setBusy(false);
    }
  }

  const notice = failure ?? (ended ? t.ended[ended] : null);
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {notice ? <Notice text={notice} takesFocus={failure !== null} /> : null}
      <div className="flex flex-col gap-1.5">
        <label className={plainLabel} htmlFor="email">
          {t.email}
        </label>
        <input
          ref={email}
          id="email"
          name="email"
          type="email"
          // An address reads from left to right in every language, wherever it stands.
          dir="ltr"
          autoComplete="username"
          required
          disabled={isBusy}
          className={`${plainField} rtl:text-end`}
        />
      </div>
      <PasswordField id="password" label={t.password} autoComplete="current-password" disabled={isBusy} />
      <button type="submit" disabled={isBusy} className={`${plainPrimaryButton} mt-2 w-full`}>
        {isBusy ? t.busy : t.signIn}
      </button>
    </form>
  );
}
