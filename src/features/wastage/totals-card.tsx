import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { wasteMessages } from './messages.ts';
import type { WasteTotal } from './totals.ts';

interface TotalsCardProps {
  title: string;
  /** Of which days. */
  note: string;
  /** Null while they are on their way. */
  totals: readonly WasteTotal[] | null;
  /** Shows the records of one. */
  onShow(total: WasteTotal): void;
}

/** Cost by reason or by item, each a way to its records. */
export function TotalsCard({ title, note, totals, onShow }: TotalsCardProps) {
  const t = useMessages(wasteMessages).totals;
  const most = Math.max(0, ...(totals ?? []).map(({ cost }) => cost));
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <CardTitle>{title}</CardTitle>
        <span className="text-muted-foreground text-xs">{note}</span>
      </div>
      {/* The room of six rows, the most there are: the list below stays where it is. */}
      <div className="min-h-62 pt-2 touch:min-h-68">
        {totals === null ? <Skeleton className="h-60" /> : null}
        {totals?.length === 0 ? <p className="py-1 text-muted-foreground text-sm">{t.none}</p> : null}
        <ul>
          {(totals ?? []).map((total) => (
            <li key={total.key}>
              <Row total={total} share={most > 0 ? total.cost / most : 0} onShow={onShow} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

interface RowProps {
  total: WasteTotal;
  share: number;
  onShow(total: WasteTotal): void;
}

function Row({ total, share, onShow }: RowProps) {
  const t = useMessages(wasteMessages).totals;
  const money = useMoney();
  const content = (
    <>
      <span className="grid min-w-0 flex-1 gap-1 text-start">
        <span className="flex items-baseline gap-x-2">
          <span className="truncate">{total.key === '' ? t.others : total.name}</span>
          <span className="shrink-0 text-muted-foreground text-xs">{t.records(total.records)}</span>
        </span>
        <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-border">
          <span className="block h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
        </span>
      </span>
      <span className="w-20 text-end tabular-nums">{money(total.cost)}</span>
    </>
  );
  const look = 'flex w-full items-center gap-3 rounded-sm py-1.5 text-sm';
  if (total.key === '') return <span className={look}>{content}</span>;
  return (
    <button
      type="button"
      title={t.show(total.name)}
      className={`${look} hover:bg-accent/50 touch:min-h-11`}
      onClick={() => onShow(total)}
    >
      {content}
    </button>
  );
}
