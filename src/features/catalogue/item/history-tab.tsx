import type { ResourceRow } from '#src/collections/resources.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { RowHistory } from '#src/resources/row-history.tsx';
import { rowMessages } from '#src/resources/row-messages.ts';
import { RowUsage } from '#src/resources/row-usage.tsx';

/** What happened to the item, and what uses it. */
export function HistoryTab({ row }: { row: ResourceRow }) {
  const t = useMessages(rowMessages);
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <section>
        <h2 className="pb-3 font-semibold text-sm">{t.history}</h2>
        <RowHistory name="items" id={row._id} />
      </section>
      <section>
        <h2 className="pb-3 font-semibold text-sm">{t.usage}</h2>
        <RowUsage name="items" id={row._id} />
      </section>
    </div>
  );
}
