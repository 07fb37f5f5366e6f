import { comingDeliveries } from '#domain/planning/coming-deliveries.ts';
import { type DeliveryDay, localDate } from '#domain/planning/cutoff.ts';
import { formatDay, formatSpan, formatTime } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNow } from '#src/lib/use-now.ts';
import { editorMessages } from './messages.ts';

interface DeliveryPreviewProps {
  days: readonly DeliveryDay[];
  timezone: string;
}

/** What the calendar means for the coming two weeks, on the branch's own wall clock. */
export function DeliveryPreview({ days, timezone }: DeliveryPreviewProps) {
  const t = useMessages(editorMessages).delivery;
  const now = useNow();
  const whole = days.filter(({ cutoffTime }) => /^\d\d:\d\d$/.test(cutoffTime));
  if (whole.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  if (!isZone(timezone)) return <p className="text-muted-foreground text-sm">{t.noZone}</p>;
  const deliveries = comingDeliveries({ deliveryDays: whole, timezone }, new Date(now));
  return (
    <section aria-label={t.coming(timezone)} className="rounded-md bg-muted p-3 text-sm">
      <p className="pb-1 font-medium">{t.coming(timezone)}</p>
      <ul className="flex flex-col gap-0.5">
        {deliveries.map(({ deliveryDate, cutoffAt, isOpen }) => {
          const time = formatTime(cutoffAt, timezone);
          const planned = plannedTime(whole, deliveryDate);
          return (
            <li key={deliveryDate} className="flex flex-wrap gap-x-3">
              <span className="w-24 font-medium tabular-nums">{formatDay(deliveryDate)}</span>
              <span className="tabular-nums">
                {t.orderBy(`${formatDay(localDate(new Date(cutoffAt), timezone))}, ${time}`)}
              </span>
              <span className="text-muted-foreground tabular-nums">
                {isOpen ? t.left(formatSpan(Date.parse(cutoffAt) - now)) : t.closed}
              </span>
              {time === planned ? null : <span className="text-status-amber">{t.shifted(planned)}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function plannedTime(days: readonly DeliveryDay[], date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
  return days.find((day) => day.weekday === weekday)?.cutoffTime ?? '';
}

function isZone(timezone: string): boolean {
  try {
    return timezone !== '' && new Intl.DateTimeFormat('en', { timeZone: timezone }).format(0) !== '';
  } catch {
    return false;
  }
}
