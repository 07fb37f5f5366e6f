import {
  CircleSlash,
  CloudOff,
  FileQuestion,
  type LucideIcon,
  RotateCw,
  SearchX,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { layoutMessages } from './messages.ts';

interface StateProps {
  icon: LucideIcon;
  title: string;
  text?: string | undefined;
  /** The next step. */
  action?: ReactNode;
  role?: 'alert';
}

function State({ icon: Icon, title, text, action, role }: StateProps) {
  return (
    <div role={role} className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <Icon className="size-5 text-muted-foreground" aria-hidden="true" />
      <p className="font-medium text-sm">{title}</p>
      {text ? <p className="max-w-prose text-muted-foreground text-sm">{text}</p> : null}
      {action ? <div className="pt-2">{action}</div> : null}
    </div>
  );
}

/** Shown while there is no data at all, with the first action. */
export function EmptyState(props: Omit<StateProps, 'role'>) {
  return <State {...props} />;
}

/** Shown if no row matches the filters. */
export function NothingMatches({ title, onClear }: { title: string; onClear(): void }) {
  const t = useMessages(layoutMessages);
  return <State icon={SearchX} title={title} action={<Button onClick={onClear}>{t.clearFilters}</Button>} />;
}

/**
 * Shown if the first load fails. `title` states what couldn't be loaded. A missing endpoint can't be retried.
 */
export function LoadFailed({ title, error, onRetry }: { title: string; error: unknown; onRetry(): void }) {
  const t = useMessages(layoutMessages);
  const errorMessage = useErrorMessage();
  const isNetwork = error instanceof ApiError && error.isNetwork;
  const message = error instanceof ApiError ? errorMessage(error) : title;
  if (isMissingEndpoint(error))
    return <State icon={CircleSlash} title={t.notOffered.title} text={t.notOffered.text} />;
  return (
    <State
      role="alert"
      icon={isNetwork ? CloudOff : TriangleAlert}
      title={title}
      text={message === title ? undefined : message}
      action={
        <Button onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          {t.retry}
        </Button>
      }
    />
  );
}

/** Shown if the URL points to something that doesn't exist or isn't accessible; it can't be retried. */
export function NotAvailable({ title }: { title: string }) {
  return <State role="alert" icon={FileQuestion} title={title} />;
}

/** Note on the age of previously loaded data. */
export function SavedDataNote({ loadedAt }: { loadedAt: number }) {
  const t = useMessages(layoutMessages);
  return (
    <p role="status" className="flex items-center gap-2 pb-2 text-muted-foreground text-xs">
      <CloudOff className="size-3.5" aria-hidden="true" />
      {t.offline.saved(formatAge(loadedAt))}
    </p>
  );
}

/** Reports rows that couldn't be read. */
export function SkippedNote({ count }: { count: number }) {
  const t = useMessages(layoutMessages);
  return count === 0 ? null : <p className="pb-2 text-status-amber text-xs">{t.rowsSkipped(count)}</p>;
}
