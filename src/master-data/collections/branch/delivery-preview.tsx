import { comingDeliveries } from '#domain/planning/coming-deliveries.ts';
import { daysFor, type DeliveryCalendar, localDate } from '#domain/planning/cutoff.ts';
import { formatDay, formatSpan, formatTime } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNow } from '#src/lib/use-now.ts';
import { editorMessages } from '../../form/editor-messages.ts';

/** What the calendar means for the coming two weeks, on the branch's own wall clock. */
export function DeliveryPreview({ calendar }: { calendar: DeliveryCalendar }) {
  const t = useMessages(editorMessages).delivery;
  const now = useNow();
  const { timezone } = calendar;
  const deliveryDays = calendar.deliveryDays.filter(({ cutoffTime }) => /^\d\d:\d\d$/.test(cutoffTime));
  if (deliveryDays.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  if (!isZone(timezone)) return <p className="text-muted-foreground text-sm">{t.noZone}</p>;
  const coming = comingDeliveries({ ...calendar, deliveryDays }, new Date(now));
  return (
    <section aria-label={t.coming(timezone)} className="rounded-md bg-muted p-3 text-sm">
      <p className="pb-1 font-medium">{t.coming(timezone)}</p>
      <ul className="flex flex-col gap-0.5">
        {coming.map((delivery) => (
          <li key={delivery.deliveryDate} className="flex flex-wrap gap-x-3">
            <span className="min-w-24 whitespace-nowrap font-medium tabular-nums">
              {formatDay(delivery.deliveryDate)}
            </span>
            {delivery.closure ? (
              <span className="text-status-amber">
                {t.missed[delivery.closure.by]}
                <ClosureNote note={delivery.closure.note} />
              </span>
            ) : (
              <>
                <span className="tabular-nums">
                  {t.orderBy(
                    formatDay(localDate(new Date(delivery.cutoffAt), timezone)),
                    formatTime(delivery.cutoffAt, timezone),
                  )}
                </span>
                <span className="text-muted-foreground tabular-nums">
                  {delivery.isOpen ? t.left(formatSpan(Date.parse(delivery.cutoffAt) - now)) : t.closed}
                </span>
                {delivery.isEarlier ? <span className="text-status-amber">{t.earlier}</span> : null}
                <Shifted
                  planned={daysFor({ deliveryDays }, delivery.deliveryDate)[0]?.cutoffTime ?? ''}
                  actual={formatTime(delivery.cutoffAt, timezone)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The occasion in brackets, whichever way it is written. */
function ClosureNote({ note }: { note: string | null }) {
  return note === null ? null : (
    <>
      {' ('}
      <bdi>{note}</bdi>)
    </>
  );
}

function Shifted({ planned, actual }: { planned: string; actual: string }) {
  const t = useMessages(editorMessages).delivery;
  return planned === actual ? null : <span className="text-status-amber">{t.shifted(planned)}</span>;
}

function isZone(timezone: string): boolean {
  try {
    return timezone !== '' && new Intl.DateTimeFormat('en', { timeZone: timezone }).format(0) !== '';
  } catch {
    return false;
  }
}
