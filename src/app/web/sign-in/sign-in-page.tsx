import { lazy, type ReactNode, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { isSetupRequired, signIn } from '#modules/people/web/queries/session.ts';
import { Logo } from '#platform/web/layout/logo.tsx';
import { plainField, plainLabel, plainPrimaryButton } from '#platform/web/ui/plain-styles.ts';
import { formText } from '#platform/web/form-text.ts';
import { chooseLocale } from '#platform/web/i18n/choose-locale.ts';
import { locales, useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getLoginFailureMessage } from '#platform/web/session/failure.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { useSession } from '#platform/web/session/session.ts';
import { signInMessages } from './messages.ts';
import { Notice } from './notice.tsx';
import { PasswordField } from './password-field.tsx';

const SetupForm = lazy(async () => ({ default: (await import('./setup-form.tsx')).SetupForm }));

const DeviceNotice = lazy(async () => ({ default: (await import('./device-notice.tsx')).DeviceNotice }));

const InitialPasswordForm = lazy(async () => ({
  default: (await import('./initial-password-form.tsx')).InitialPasswordForm,
}));

/**
 * `/` and `/login`: the sign-in card. Without an administrator it shows the setup form; users with an
 * assigned password must choose their own first.
 */
export function SignInPage({ onSignedIn }: { onSignedIn(user: SessionUser): void }) {
  const t = useMessages(signInMessages);
  const session = useSession();
  const [needsSetup, setNeedsSetup] = useState(false);
  /** True once the form has rendered, so that the device notice loads after it. */
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void isSetupRequired().then(async (isRequired) => {
      if (isRequired) await import('./setup-form.tsx');
      setNeedsSetup(isRequired);
      setReady(true);
    });
  }, []);

  if (session.status === 'signed-in' && session.user?.mustChangePassword) {
    return (
      <SignInCard heading={t.initialPassword.heading} text={t.initialPassword.text}>
        <Suspense fallback={null}>
          <InitialPasswordForm user={session.user} onDone={onSignedIn} />
        </Suspense>
      </SignInCard>
    );
  }
  if (needsSetup) {
    return (
      <SignInCard heading={t.setup.heading} text={t.setup.text}>
        <Suspense fallback={null}>
          <SetupForm onSignedIn={onSignedIn} />
        </Suspense>
      </SignInCard>
    );
  }
  return (
    <SignInCard heading={t.heading} text={t.text}>
      {isReady ? (
        <Suspense fallback={null}>
          <DeviceNotice />
        </Suspense>
      ) : null}
      <SignInForm onSignedIn={onSignedIn} />
      <p className="pt-6 text-center text-muted-foreground text-xs">{t.help}</p>
    </SignInCard>
  );
}

/** index.html contains the same markup for the first paint; change both. */
function SignInCard({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-8">
      <Logo className="size-10" />
      <div className="w-full max-w-sm rounded-lg border bg-card p-6">
        <h1 className="text-center font-semibold text-xl">{heading}</h1>
        <p className="pt-1 pb-6 text-center text-muted-foreground text-sm">{text}</p>
        {children}
      </div>
      <LanguageLink />
    </main>
  );
}

/** Switches to the other language. If its strings can't be loaded, the current language is kept. */
function LanguageLink() {
  const otherLocale = useLocale() === 'ar' ? 'en' : 'ar';
  return (
    <button
      type="button"
      lang={otherLocale}
      className="-my-2 px-3 py-2 text-muted-foreground text-xs hover:underline touch:min-h-11"
      onClick={() => void chooseLocale(otherLocale).catch(() => undefined)}
    >
      {locales[otherLocale].name}
    </button>
  );
}

/**
 * The states of SPEC section 4: idle, submitting (everything disabled), success, or failure with the message
 * above the form.
 */
function SignInForm({ onSignedIn }: { onSignedIn(user: SessionUser): void }) {
  const t = useMessages(signInMessages);
  const session = useSession();
  const endReason = session.status === 'anonymous' && session.ended !== 'signed-out' ? session.ended : null;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const emailRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On touch devices, focusing would open the keyboard over the form.
    const isTyping = document.activeElement !== null && document.activeElement !== document.body;
    if (!isTyping && !window.matchMedia('(pointer: coarse)').matches)
      emailRef.current?.focus({ preventScroll: true });
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(null);
    try {
      onSignedIn(await signIn({ email: formText(data, 'email'), password: formText(data, 'password') }));
    } catch (error) {
      setFailure(getLoginFailureMessage(error));
      setBusy(false);
    }
  }

  const notice = failure ?? (endReason ? t.ended[endReason] : null);
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {notice ? <Notice text={notice} takesFocus={failure !== null} /> : null}
      <div className="flex flex-col gap-1.5">
        <label className={plainLabel} htmlFor="email">
          {t.email}
        </label>
        <input
          ref={emailRef}
          id="email"
          name="email"
          type="email"
          // Email addresses are left-to-right in every language.
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
