import { useEffect } from 'react';
import { buttonVariants } from '#src/components/ui/button-variants.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { layoutMessages } from './messages.ts';

/** SPEC section 2's error screen. Plain links, because the router itself may be what failed. */
export function ErrorScreen({ error }: { error: unknown }) {
  const t = useMessages(layoutMessages);
  useEffect(() => console.error(error), [error]);
  return (
    <main
      role="alert"
      className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center gap-3 p-6 text-center"
    >
      <h1 className="font-semibold text-xl">{t.error.title}</h1>
      <p className="text-muted-foreground text-sm">{t.error.text}</p>
      <div className="flex flex-wrap justify-center gap-2 pt-2">
        <button
          type="button"
          className={buttonVariants({ variant: 'primary' })}
          onClick={() => window.location.reload()}
        >
          {t.error.reload}
        </button>
        <a className={buttonVariants()} href="/dashboard-fallback">
          {t.error.fallback}
        </a>
      </div>
    </main>
  );
}
