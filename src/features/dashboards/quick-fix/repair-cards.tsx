import { useQueryClient } from '@tanstack/react-query';
import { Eraser, RotateCcw } from 'lucide-react';
import { useRoleLabel } from '#src/components/layout/use-role-label.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { resumeOrders } from '#src/lib/cache/background.ts';
import { breakerStore } from '#src/lib/cache/breaker.ts';
import { type Clearing, clearCache, clearings } from '#src/lib/cache/clearing.ts';
import { entriesOf } from '#src/lib/cache/eviction.ts';
import { useCacheFigures } from '#src/lib/cache/use-figures.ts';
import { formatAge, formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { sessionLengthMs, useSession, useUser } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { toast } from '#src/lib/toast.ts';
import { useNow } from '#src/lib/use-now.ts';
import { quickFixMessages } from './messages.ts';

/** Who is signed in, until when, and whether the API answers. */
export function SessionCard() {
  const { session: t } = useMessages(quickFixMessages);
  const user = useUser();
  const roleOf = useRoleLabel();
  const session = useSession();
  const { isAlive, lastHeardAt } = useConnection();
  const now = useNow();
  const startedAt = session.status === 'signed-in' ? session.startedAt : null;
  const facts = [
    [t.user, user.name],
    [t.role, roleOf(user.role, user.roleLabel)],
    [t.since, formatInstant(startedAt)],
    [t.ends, startedAt === null ? '' : formatAge(startedAt + sessionLengthMs, now)],
    [t.client, t.clients[session.client]],
    [t.heard, lastHeardAt === null ? t.never : formatAge(lastHeardAt, now)],
  ] as const;
  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pt-2 text-sm">
        <dt className="text-muted-foreground">{t.api}</dt>
        <dd>
          <Pill tone={isAlive ? 'green' : 'red'}>{isAlive ? t.answers : t.silent}</Pill>
        </dd>
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="min-w-0 truncate">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Whether lists of orders are renewed, and the reset. */
export function BreakerCard() {
  const { breaker: t } = useMessages(quickFixMessages);
  const queryClient = useQueryClient();
  const isOpen = useStore(breakerStore).size > 0;
  return (
    <Card className="flex flex-col gap-2">
      <CardTitle>{t.title}</CardTitle>
      <p role="status" className={isOpen ? 'text-sm text-status-amber' : 'text-sm'}>
        {isOpen ? t.open : t.closed}
      </p>
      <Button
        className="self-start"
        onClick={() => {
          resumeOrders(queryClient);
          toast(t.done);
        }}
      >
        <RotateCcw aria-hidden="true" />
        {t.reset}
      </Button>
    </Card>
  );
}

const order = Object.keys(clearings) as Clearing[];

/** SPEC section 9's five clearing operations. */
export function CacheCard() {
  const { cache: t } = useMessages(quickFixMessages);
  const queryClient = useQueryClient();
  const { entries } = useCacheFigures();
  const clear = (which: Clearing) => {
    const keys: readonly unknown[] | null = clearings[which];
    const count = entriesOf(queryClient).filter(({ queryKey }) => keys?.includes(queryKey[0]) ?? true).length;
    void clearCache(queryClient, which);
    toast(t.done(t.names[which], count));
  };
  return (
    <Card className="flex flex-col gap-2">
      <CardTitle>{t.title}</CardTitle>
      <p className="text-sm">
        {t.text} <span className="text-muted-foreground">{t.entries(entries)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {order.map((which) => (
          <Button key={which} size="sm" aria-label={t.clear(t.names[which])} onClick={() => clear(which)}>
            <Eraser aria-hidden="true" />
            {t.names[which]}
          </Button>
        ))}
      </div>
    </Card>
  );
}
