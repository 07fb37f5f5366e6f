import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { outdatedLabelsQuery } from './queries.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { productionMessages } from './messages.ts';

/** Lists the batches with outdated labels; renders nothing when all are current. */
export function OutdatedNotice() {
  const t = useMessages(productionMessages).outdated;
  const { data = [] } = useQuery(outdatedLabelsQuery());
  if (data.length === 0) return null;
  return (
    <section aria-label={t.title(data.length)} className="rounded-md border px-3 py-2 text-sm print:hidden">
      <h2 className="font-semibold">{t.title(data.length)}</h2>
      <p className="text-muted-foreground">{t.text}</p>
      <ul className="pt-1">
        {data.map(({ batchId, number, itemName, lots, why }) => (
          <li key={batchId} className="flex flex-wrap items-center gap-x-2 py-0.5">
            <Link
              to="/production"
              search={{ view: 'batches', row: batchId }}
              aria-label={t.open(number)}
              className="touch:inline-flex touch:min-h-11 items-center text-primary underline-offset-4 hover:underline"
            >
              {number}
            </Link>
            <span>
              <bdi>{itemName}</bdi> · <bdi>{formatList(lots)}</bdi> ·{' '}
              {formatList(why.map((reason) => t.why[reason]))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
