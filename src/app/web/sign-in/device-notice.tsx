import { useEffect, useState } from 'react';
import { useConnection } from '#platform/web/api/connection.ts';
import { getQueueStore } from '#platform/web/outbox/store.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { signInMessages } from './messages.ts';

interface PendingActions {
  userId: string;
  name: string | null;
  count: number;
}

/** Shows that the server is unreachable, and the number of unsent actions on this device by user. */
export function DeviceNotice() {
  const t = useMessages(signInMessages).device;
  const { isAlive } = useConnection();
  const [pending, setPending] = useState<readonly PendingActions[]>([]);
  useEffect(() => {
    let isMounted = true;
    loadPendingActions().then(
      (actions) => isMounted && setPending(actions),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  if (isAlive && pending.length === 0) return null;
  return (
    <div role="status" className="mb-4 flex flex-col gap-1 rounded-md border bg-muted px-3 py-2 text-sm">
      {isAlive ? null : <p>{t.offline}</p>}
      {pending.map(({ userId, name, count }) => (
        <p key={userId}>{name === null ? t.waiting(count) : t.waitingFor(name, count)}</p>
      ))}
    </div>
  );
}

async function loadPendingActions(): Promise<PendingActions[]> {
  const store = getQueueStore();
  const queues = await Promise.all((await store.listOwners()).map((owner) => store.read(owner)));
  return queues.flatMap(({ userId, userName, entries }) => {
    const count = entries.filter(({ state }) => state !== 'sent').length;
    return count > 0 ? [{ userId, name: userName ?? null, count }] : [];
  });
}
