import { Spinner } from '#platform/web/ui/spinner.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { errorMessages } from './error-messages.ts';

/** SPEC sections 2 and 4: shown while the session is verified. */
export function AuthPending() {
  const t = useMessages(errorMessages);
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted-foreground">
      <Spinner label={t.loading} />
    </div>
  );
}
