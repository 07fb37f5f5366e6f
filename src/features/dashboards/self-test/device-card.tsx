import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { cacheHits } from '#src/lib/cache/hits.ts';
import { useCacheFigures } from '#src/lib/cache/use-figures.ts';
import { formatCount, formatPercent } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNotificationState } from '#src/lib/new-orders/notification.ts';
import { selfTestMessages } from './messages.ts';
import { usePolledValue } from './use-polled-value.ts';

/** What only this device knows: whether it may notify, and how well its cache serves. */
export function DeviceCard() {
  const { device: t } = useMessages(selfTestMessages);
  const notifications = useNotificationState();
  const { entries } = useCacheFigures();
  const { rate, reads } = usePolledValue(cacheHits);
  const facts = [
    [t.notifications, t.states[notifications]],
    [t.hits, rate === null ? t.noReads : t.hitsOf(formatPercent(rate), formatCount(reads))],
    [t.entries, formatCount(entries)],
  ] as const;
  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pt-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
