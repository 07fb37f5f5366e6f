import { Link } from '@tanstack/react-router';
import type { SalesTaken } from '#contract/shapes/sales.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Card } from '#src/components/ui/card.tsx';
import { FactTable } from '#src/components/ui/table.tsx';
import { missingValue, formatCount, formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { salesMessages } from './messages.ts';

/** Result of an import: each day compared with the previous figures, and articles still to map. */
export function SalesImportResult({ taken, branches }: { taken: SalesTaken; branches: readonly Branch[] }) {
  const t = useMessages(salesMessages);
  const money = useMoney();
  const nameOf = (id: string) => branches.find(({ _id }) => _id === id)?.name ?? id;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <p role="status" className="font-medium">
        {t.file.done(formatCount(taken.taken))}
      </p>
      {taken.unknown.length > 0 ? (
        <p className="text-sm">{t.file.unknown(formatCount(taken.unknown.length))}</p>
      ) : null}
      <FactTable
        label={t.days}
        rows={taken.days}
        keyOf={({ _id }) => _id}
        columns={[
          {
            head: t.columns.day,
            cell: ({ _id, day }) => (
              <Link
                to="/menu/sales"
                search={{ row: _id }}
                className="text-primary underline-offset-4 hover:underline touch:-my-3 touch:py-3"
              >
                {formatDay(day)}
              </Link>
            ),
          },
          { head: t.columns.branch, cell: ({ branch }) => <bdi>{nameOf(branch)}</bdi> },
          {
            head: t.file.before,
            isNumeric: true,
            cell: ({ before }) => (before ? money(before.net) : missingValue),
          },
          { head: t.file.after, isNumeric: true, cell: ({ after }) => money(after.net) },
          {
            head: t.file.difference,
            isNumeric: true,
            cell: ({ before, after }) =>
              before ? money(Number((after.net - before.net).toFixed(4))) : missingValue,
          },
        ]}
      />
      <div>
        <Button asChild variant="primary">
          <Link to="/menu/sales">{t.back}</Link>
        </Button>
      </div>
    </Card>
  );
}
