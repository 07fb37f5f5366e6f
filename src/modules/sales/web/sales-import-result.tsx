import { Link } from '@tanstack/react-router';
import type { ImportedSales } from '../shapes.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatCount, formatDay } from '#platform/web/format/format.ts';
import { type TranslationOf, useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { salesMessages } from './messages.ts';
import { tillItemsId } from './search.ts';

/** Maximum number of modifiers that are named. */
const maxNamed = 20;

/** Lists the names of modifiers, the first ones if there are many. */
export function listModifiers(
  t: TranslationOf<typeof salesMessages>,
  modifiers: readonly { code: string; name?: string | null | undefined }[],
): string {
  const names = modifiers.slice(0, maxNamed).map(({ code, name }) => name ?? code);
  const others = modifiers.length - names.length;
  return [...names, ...(others > 0 ? [t.file.more(formatCount(others))] : [])].join(' · ');
}

/** Result of an import: each day compared with its previous totals, and menu items still to map. */
export function SalesImportResult({
  result,
  branches,
}: {
  result: ImportedSales;
  branches: readonly Branch[];
}) {
  const t = useMessages(salesMessages);
  const money = useMoney();
  const unmappedItems = result.unmapped.filter(({ isModifier }) => !isModifier);
  const unmappedModifiers = result.unmapped.filter(({ isModifier }) => isModifier);
  const getName = (id: string) => branches.find(({ _id }) => _id === id)?.name ?? id;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <p role="status" className="font-medium">
        {t.file.done(formatCount(result.imported))}
      </p>
      {unmappedItems.length > 0 ? (
        <p className="text-sm">
          <Link
            to="/menu/sales"
            hash={tillItemsId}
            className="text-primary underline-offset-4 hover:underline touch:-my-3 touch:py-3"
          >
            {t.file.unmapped(formatCount(unmappedItems.length))}
          </Link>
        </p>
      ) : null}
      {unmappedModifiers.length > 0 ? (
        <p className="text-sm">{t.file.unmappedModifiers(listModifiers(t, unmappedModifiers))}</p>
      ) : null}
      <FactTable
        label={t.days}
        rows={result.days}
        getKey={({ _id }) => _id}
        columns={[
          {
            heading: t.columns.day,
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
          { heading: t.columns.branch, cell: ({ branch }) => <bdi>{getName(branch)}</bdi> },
          {
            heading: t.file.before,
            isNumeric: true,
            cell: ({ before }) => (before ? money(before.net) : missingValue),
          },
          { heading: t.file.after, isNumeric: true, cell: ({ after }) => money(after.net) },
          {
            heading: t.file.difference,
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
