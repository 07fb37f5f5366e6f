import { createContext, type ReactNode, use, useEffect } from 'react';
import { plainButton, plainPrimaryButton } from '#platform/web/ui/plain-styles.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { isModuleMissing } from '#platform/web/lazy-module.ts';
import { errorMessages } from './error-messages.ts';

/**
 * Content shown in place of a page whose code could not be loaded. Null outside the shell, where the error
 * screen is used. It loads with the shell, because it must work offline.
 */
export const MissingPageContext = createContext<((reset: () => void) => ReactNode) | null>(null);

/** SPEC section 2's error screen, for errors outside the shell. */
export function ErrorScreen({ error, reset }: ErrorProps) {
  return (
    <main>
      <PageError error={error} reset={reset} />
    </main>
  );
}

interface ErrorProps {
  error: unknown;
  /** Renders the page again. */
  reset(): void;
}

/**
 * Shown in place of a failed page: the missing-page content if its code couldn't be loaded, otherwise the
 * error screen.
 */
export function PageError({ error, reset }: ErrorProps) {
  const renderMissingPage = use(MissingPageContext);
  return renderMissingPage !== null && isModuleMissing(error) ? (
    renderMissingPage(reset)
  ) : (
    <ErrorMessage error={error} />
  );
}

/** Uses plain links and class names, because the shared components may have failed to load. */
function ErrorMessage({ error }: { error: unknown }) {
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
