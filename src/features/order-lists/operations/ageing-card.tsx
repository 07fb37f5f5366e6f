import { Link } from '@tanstack/react-router';
import { canOpenPage, mayRead } from '#domain/permissions.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { footLink, ListCard, OnArrow } from '../branch-home/list-card.tsx';
import { ages, byAge } from './operations-board.ts';
import { operationsMessages } from './operations-messages.ts';
import type { Operations } from './use-operations.ts';

interface AgeingCardProps extends Pick<Operations, 'discrepancies'> {
  nowMs: number;
}

/** Open discrepancies by how long they wait. */
export function AgeingCard({ discrepancies, nowMs }: AgeingCardProps) {
  const t = useMessages(operationsMessages).ageing;
  const money = useMoney();
  const user = useUser();
  const { data } = discrepancies;
  const found = byAge(data?.rows ?? [], nowMs);
  const isCapped = data?.total != null && data.total > data.rows.length;
  return (
    <ListCard
      title={t.title}
      isLoading={false}
      note={discrepancies.isError && !data ? t.failed : data?.rows.length === 0 ? t.none : null}
      footer={
        <>
          {isCapped ? <span className="text-muted-foreground text-xs">{t.capped}</span> : null}
          {data && data.rows.length > 0 && canOpenPage(user, '/central-kitchen/dashboard') ? (
            <Link to="/central-kitchen/dashboard" search={{ bin: 'reconcile' }} className={footLink}>
              {t.resolve}
              <OnArrow />
            </Link>
          ) : null}
        </>
      }
    >
      {ages.map((age) => (
        <li key={age} className="flex items-baseline justify-between gap-3 py-2 text-sm">
          <span>{t[age]}</span>
          <span className="flex gap-4 tabular-nums">
            {mayRead(user, 'costs') ? (
              <span className="min-w-20 text-end text-muted-foreground">
                {found[age].count > 0 ? money(found[age].value) : '\u00a0'}
              </span>
            ) : null}
            <span className="min-w-6 text-end font-medium">{data ? formatCount(found[age].count) : '–'}</span>
          </span>
        </li>
      ))}
    </ListCard>
  );
}
