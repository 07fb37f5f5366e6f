import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { canOpenPage, mayWrite } from '#domain/permissions.ts';
import { wastageQuery } from '#src/collections/documents/wastage.ts';
import { formatDay } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { homeMessages } from '../branch-home/home-messages.ts';
import { footLink, ListCard, OnArrow } from '../branch-home/list-card.tsx';

const shown = 5;
const dayMs = 86_400_000;

/** What the branch threw away in the last seven days. */
export function WastageCard({ branch, nowMs }: { branch: string; nowMs: number }) {
  const t = useMessages(homeMessages).wastage;
  const money = useMoney();
  const user = useUser();
  const from = new Date(nowMs - 7 * dayMs).toISOString().slice(0, 10);
  const wastage = useQuery({
    ...wastageQuery({ branch, from, status: 'Posted', limit: 500 }),
    refetchOnMount: 'always',
  });
  const records = wastage.data?.rows ?? [];
  const cost = records.reduce((sum, record) => sum + record.cost, 0);
  const opens = canOpenPage(user, '/branch-order/wastage');
  return (
    <ListCard
      title={t.title}
      figure={
        <span className="text-muted-foreground text-sm">
          <span className="inline-block min-w-14 text-end font-semibold text-foreground tabular-nums">
            {wastage.data ? money(cost) : '–'}
          </span>{' '}
          {t.week}
        </span>
      }
      isLoading={wastage.isPending}
      note={wastage.isError && !wastage.data ? t.failed : records.length === 0 ? t.none : null}
      footer={
        opens ? (
          <Link to="/branch-order/wastage" search={{ branch }} className={footLink}>
            {mayWrite(user, 'wastage', 'canCreate') ? t.record : t.all}
            <OnArrow />
          </Link>
        ) : null
      }
    >
      {records.slice(0, shown).map((record) => (
        <li key={record._id} className="flex items-baseline justify-between gap-3 py-2 text-sm">
          <span className="min-w-0">
            <span className="block break-words">
              {record.itemName}{' '}
              <span className="whitespace-nowrap text-muted-foreground tabular-nums">
                {formatAmount(record.qty, record.unitSymbol)}
              </span>
            </span>
            <span className="block text-muted-foreground text-xs">{formatDay(record.dateTime)}</span>
          </span>
          <span className="tabular-nums">{money(record.cost)}</span>
        </li>
      ))}
    </ListCard>
  );
}
