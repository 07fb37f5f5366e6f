import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isSetupRequired } from '#src/collections/people/session.ts';
import { Logo } from '#src/components/layout/logo.tsx';
import { chooseLocale } from '#src/lib/i18n/choose-locale.ts';
import { locales, useLocale } from '#src/lib/i18n/locale.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { SessionUser } from '#src/lib/session/read-user.ts';
import { useSession } from '#src/lib/session/session.ts';
import { signInMessages } from './messages.ts';
import { SignInForm } from './sign-in-form.tsx';

const SetupForm = lazy(async () => ({ default: (await import('./setup-form.tsx')).SetupForm }));

const StartPasswordForm = lazy(async () => ({
  default: (await import('./start-password-form.tsx')).StartPasswordForm,
}));

/**
 * `/` and `/login`: one quiet card. While there is no administrator, the set-up form instead; who
 * signed in with a password that somebody else gave chooses their own before anything else.
 */
export function SignInPage({ onSignedIn }: { onSignedIn(user: SessionUser): void }) {
  const t = useMessages(signInMessages);
  const session = useSession();
  const [needsSetup, setNeedsSetup] = useState(false);
  useEffect(() => {
    void isSetupRequired().then(async (isRequired) => {
      if (isRequired) await import('./setup-form.tsx');
      setNeedsSetup(isRequired);
    });
  }, []);

  if (session.status === 'signed-in' && session.user?.mustChangePassword) {
    return (
      <SignInCard heading={t.start.heading} text={t.start.text}>
        <Suspense fallback={null}>
          <StartPasswordForm user={session.user} onDone={onSignedIn} />
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
      <SignInForm onSignedIn={onSignedIn} />
      <p className="pt-6 text-center text-muted-foreground text-xs">{t.help}</p>
    </SignInCard>
  );
}

/** The same markup stands in index.html for the first paint: change both. */
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

/** The other language by its own name. Without its texts (no network) this one stays. */
function LanguageLink() {
  const other = useLocale() === 'ar' ? 'en' : 'ar';
  return (
    <button
      type="button"
      lang={other}
      className="-my-2 px-3 py-2 text-muted-foreground text-xs hover:underline touch:min-h-11"
      onClick={() => void chooseLocale(other).catch(() => undefined)}
    >
      {locales[other].name}
    </button>
  );
}
