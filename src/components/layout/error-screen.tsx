import { useEffect } from 'react';
import { plainButton, plainPrimaryButton } from '#src/components/ui/plain-looks.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { errorMessages } from './error-messages.ts';

/** SPEC section 2's error screen, where nothing else is left to stand. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <main>
      <PageError error={error} />
    </main>
  );
}

/** The same in the place of one page. Plain links and looks, because anything else may be what failed. */
export function PageError({ error }: { error: unknown }) {
  const t = useMessages(errorMessages);
  useEffect(() => console.error(error), [error]);
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center gap-3 p-6 text-center"
    >
      <h1 className="font-semibold text-xl">{t.title}</h1>
      <p className="text-muted-foreground text-sm">{t.text}</p>
      <div className="flex flex-wrap justify-center gap-2 pt-2">
        <button type="button" className={plainPrimaryButton} onClick={() => window.location.reload()}>
          {t.reload}
        </button>
        <a className={plainButton} href="/dashboard-fallback">
          {t.fallback}
        </a>
      </div>
    </div>
  );
}
