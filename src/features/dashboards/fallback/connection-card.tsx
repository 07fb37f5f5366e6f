import { Activity, CircleCheck, CloudOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { cn } from '#src/lib/cn.ts';
import { formatAge, formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNow } from '#src/lib/use-now.ts';
import { checkConnection, type HealthOutcome } from './connection-check.ts';
import { fallbackMessages } from './messages.ts';

const looks: Record<HealthOutcome['kind'], { icon: LucideIcon; tone: string }> = {
  alive: { icon: CircleCheck, tone: 'text-status-green' },
  troubled: { icon: TriangleAlert, tone: 'text-status-amber' },
  refused: { icon: TriangleAlert, tone: 'text-status-amber' },
  silent: { icon: CloudOff, tone: 'text-status-red' },
};

/** Whether the server answers: what is known, and a check on request, its outcome in words. */
export function ConnectionCard({ onAlive }: { onAlive?(): void }) {
  const { connection: t } = useMessages(fallbackMessages);
  const { lastHeardAt } = useConnection();
  const now = useNow();
  const [outcome, setOutcome] = useState<HealthOutcome | 'checking' | null>(null);
  const check = async () => {
    setOutcome('checking');
    const found = await checkConnection();
    setOutcome(found);
    if (found.kind === 'alive') onAlive?.();
  };
  const look = outcome === null || outcome === 'checking' ? null : looks[outcome.kind];
  const Icon = look?.icon ?? Activity;
  return (
    <Card className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <CardTitle>{t.title}</CardTitle>
        <p role="status" className="flex items-center gap-2 pt-1 text-sm">
          <Icon aria-hidden="true" className={cn('size-4 shrink-0', look?.tone ?? 'text-muted-foreground')} />
          {outcome === 'checking' ? t.checking : outcome ? words(outcome, t) : t.notChecked}
        </p>
        <p className="text-muted-foreground text-xs">
          {lastHeardAt ? t.lastHeard(formatAge(lastHeardAt, now)) : t.neverHeard}
        </p>
      </div>
      <Button variant="primary" disabled={outcome === 'checking'} onClick={() => void check()}>
        {t.check}
      </Button>
    </Card>
  );
}

function words(outcome: HealthOutcome, t: Texts): string {
  switch (outcome.kind) {
    case 'alive':
      return t.alive(formatCount(outcome.ms));
    case 'troubled':
      return t.troubled(outcome.status);
    case 'refused':
      return t.refused(outcome.status);
    case 'silent':
      return t.silent;
  }
}

type Texts = ReturnType<typeof useMessages<(typeof fallbackMessages)['en']>>['connection'];
