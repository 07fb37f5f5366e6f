import { CloudOff } from 'lucide-react';
import { useConnection } from '#src/lib/api/connection.ts';
import { formatAge } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { layoutMessages } from './messages.ts';

/** Says that the server does not answer, what still works, and how much is waiting. Never in the way. */
export function OfflineBanner({ waiting }: { waiting: number }) {
  const t = useMessages(layoutMessages);
  const { isAlive, lastHeardAt } = useConnection();
  return (
    <div role="status" className="print:hidden">
      {isAlive ? null : (
        <p className="pill-status-amber flex flex-wrap items-center gap-x-2 px-4 py-2 text-sm">
          <CloudOff className="size-4 shrink-0" aria-hidden="true" />
          <strong className="font-medium">{t.offline.title}</strong>
          <span>{t.offline.text}</span>
          {waiting > 0 ? <span>{t.offline.queued(waiting)}</span> : null}
          {lastHeardAt ? <span>{t.offline.lastHeard(formatAge(lastHeardAt))}</span> : null}
        </p>
      )}
    </div>
  );
}
