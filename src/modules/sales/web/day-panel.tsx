import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SalesOfDay } from '../shapes.ts';
import { daySalesQuery } from './queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { missingValue, formatDay, formatInstant, formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { salesMessages } from './messages.ts';

interface SalesDayPanelProps {
  id: string;
  onClose(): void;
}

/** Sales of a branch on one day: menu items with revenue, and the stock they consumed. */
export function SalesDayPanel({ id, onClose }: SalesDayPanelProps) {
  const t = useMessages(salesMessages);
  const query = useQuery(daySalesQuery(id));
  return (
    <DocumentPanel query={query} texts={t} onClose={onClose}>
      {(sales) => <Sheet sales={sales} />}
    </DocumentPanel>
  );
}

function Sheet({ sales }: { sales: SalesOfDay }) {
  const texts = useMessages(salesMessages);
  const t = texts.panel;
  const money = useMoney();
  const { branch, branchName, day, net, tills, tillItems, depleted } = sales;
  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={t.title(branchName, formatDay(day))}
      badges={tills.map(({ source, depletesStock }) => (
        <Pill key={source}>{`${source}: ${depletesStock ? t.depletesStock : t.noDepletion}`}</Pill>
      ))}
      footer={
        <Button asChild>
          <Link to="/menu/sales" search={{ branch }}>
            {t.ofBranch}
          </Link>
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <DocumentFacts
          facts={[
            [texts.columns.branch, branchName],
            [texts.columns.day, formatDay(day)],
            [texts.columns.net, tills.length === 0 ? null : money(net)],
            ...tills.map(({ source, updatedAt, userName }): [string, string] => [
              t.imported(source),
              t.by(formatInstant(updatedAt), userName),
            ]),
          ]}
        />
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold text-sm">{t.tillItems}</h3>
          {tillItems.length === 0 ? (
            <p className="text-muted-foreground text-sm">{t.noTillItems}</p>
          ) : (
            <FactTable
              label={t.tillItems}
              rows={tillItems}
              getKey={({ source, code, targetName, modifiers }) =>
                [source, code, targetName, ...modifiers.map(({ name }) => name)].join(' ')
              }
              columns={[
                {
                  heading: texts.kindTexts['menu-item'].one,
                  cell: ({ code, name, modifiers }) => (
                    <span className="flex flex-col items-start">
                      <bdi>{name ?? (code || missingValue)}</bdi>
                      {name === null || name === code ? null : (
                        <bdi className="text-muted-foreground text-xs">{code}</bdi>
                      )}
                      {modifiers.map((modifier) => (
                        <span key={modifier.name} className="flex flex-wrap items-center gap-1 text-xs">
                          <bdi>{`+ ${modifier.name}`}</bdi>
                          {modifier.isMapped ? null : <Pill tone="amber">{t.unmapped}</Pill>}
                        </span>
                      ))}
                    </span>
                  ),
                },
                {
                  heading: texts.mappedTo,
                  cell: ({ kind, targetName }) =>
                    kind === 'unmapped' ? (
                      <Pill tone="amber">{t.unmapped}</Pill>
                    ) : kind === 'none' ? (
                      texts.noFood
                    ) : (
                      <bdi>{targetName}</bdi>
                    ),
                },
                { heading: texts.sold, isNumeric: true, cell: ({ qty }) => formatQuantity(qty) },
                { heading: texts.columns.net, isNumeric: true, cell: (row) => money(row.net) },
              ]}
            />
          )}
        </section>
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold text-sm">{t.depleted}</h3>
          {depleted.length === 0 ? (
            <p className="text-muted-foreground text-sm">{t.noneTaken}</p>
          ) : (
            <FactTable
              label={t.depleted}
              rows={depleted}
              getKey={({ itemId, lot }) => `${itemId} ${lot}`}
              columns={[
                { heading: texts.item, cell: ({ itemName }) => <bdi>{itemName}</bdi> },
                { heading: t.lot, cell: ({ lot }) => <bdi>{lot ?? missingValue}</bdi> },
                {
                  heading: t.quantity,
                  isNumeric: true,
                  cell: ({ qty, unitSymbol }) => <bdi>{formatAmount(qty, unitSymbol)}</bdi>,
                },
                {
                  heading: t.value,
                  isNumeric: true,
                  cell: ({ value }) => (value === null ? missingValue : money(value)),
                },
              ]}
            />
          )}
        </section>
      </div>
    </DocumentSheet>
  );
}
