import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Recall } from '../shapes.ts';
import { recallsQuery } from './queries/recalls.ts';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatCount, formatInstant, formatPercent } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lotPageMessages } from '#modules/lots/web/messages.ts';
import { RecallPills, formatSeconds } from './recall-pills.tsx';

/** Open and ended recalls, newest first; renders nothing on a server without recalls. */
export function RecallList() {
  const t = useMessages(lotPageMessages);
  const { data: recalls } = useQuery(recallsQuery());
  if (recalls === undefined) return null;
  return (
    <section className="flex flex-col gap-2 pt-8 print:hidden">
      <h2 className="font-semibold text-base">{t.recall.title}</h2>
      {recalls.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.recall.none}</p>
      ) : (
        <FactTable
          label={t.recall.title}
          rows={recalls}
          getKey={({ _id }) => _id}
          columns={[
            {
              heading: t.recall.number,
              cell: (row: Recall) => (
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Link
                    to="."
                    search={{ recall: row._id } as never}
                    className="touch:inline-flex touch:min-h-11 items-center whitespace-nowrap font-medium text-primary underline-offset-4 hover:underline"
                  >
                    <bdi className="whitespace-nowrap">{row.number}</bdi>
                  </Link>
                  <RecallPills recall={row} />
                </span>
              ),
            },
            { heading: t.find.lot, cell: ({ lot }) => <bdi>{lot ?? t.none}</bdi> },
            { heading: t.find.item, cell: ({ itemName }) => <bdi>{itemName}</bdi> },
            {
              heading: t.recall.started,
              cell: ({ startedAt }) => <span className="whitespace-nowrap">{formatInstant(startedAt)}</span>,
            },
            {
              heading: t.recall.responded,
              cell: (row) =>
                row.end === null && row.awaiting.length > 0
                  ? t.recall.awaiting(row.awaiting.length)
                  : t.recall.respondedCount(
                      formatCount(row.confirmedPlaces),
                      formatCount(row.requestedPlaces),
                    ),
            },
            {
              heading: t.recall.elapsedTime,
              cell: ({ end }) => (end ? formatSeconds(end.seconds) : missingValue),
            },
            {
              heading: t.recall.traced,
              isNumeric: true,
              cell: ({ sums }) => (sums?.traced == null ? missingValue : formatPercent(sums.traced / 100)),
            },
          ]}
        />
      )}
    </section>
  );
}
