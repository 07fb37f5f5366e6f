import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type TillItemKind, tillItemKinds } from '../input.ts';
import type { TillItem } from '../shapes.ts';
import { canWrite, getScope } from '#core/permissions.ts';
import { MapTillItem } from './map-till-item.tsx';
import { tillItemsPageSize as pageSize, tillItemsQuery } from './queries.ts';
import { Pager } from '#platform/web/data-table/pager.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatDay, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { salesMessages } from './messages.ts';
import { tillItemsId } from './search.ts';

/** Menu items and modifiers of tills, unmapped ones first; head office maps them in place. */
export function TillItems({ branch }: { branch: string | undefined }) {
  const t = useMessages(salesMessages);
  const money = useMoney();
  const user = useUser();
  const [kind, setKind] = useState<TillItemKind>('menu-item');
  const [isAll, setAll] = useState(false);
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<TillItem | null>(null);
  const state = isAll ? ('all' as const) : ('unmapped' as const);
  const { data } = useQuery(
    tillItemsQuery({ kind, state, page, limit: pageSize, ...(branch !== undefined && { branch }) }),
  );
  const canMap = canWrite(user, 'sales', 'canEdit') && getScope(user).kind === 'all';
  const kindText = t.kindTexts[kind];
  const listTargets = ({
    isNonFood,
    portions,
    targetName,
    isModifier,
    scale,
    changes,
  }: TillItem): string[] => {
    const target = targetName === null ? [] : [`${targetName} × ${formatQuantity(portions)}`];
    const effects = [
      ...target,
      ...(scale === 1 ? [] : [t.modifier.scaled(formatQuantity(scale))]),
      ...changes.map(({ itemName, replacementItemName, factor }) =>
        replacementItemName === null
          ? t.modifier.without(itemName)
          : t.modifier.replaced(itemName, replacementItemName, formatQuantity(factor)),
      ),
    ];
    if (effects.length > 0 || !isNonFood) return effects;
    return [isModifier ? t.modifier.noChange : t.noFood];
  };
  return (
    <section id={tillItemsId} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base">{t.tillItems}</h2>
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label={t.showKind}
            className="w-auto"
            value={kind}
            onChange={(event) => {
              setKind(event.currentTarget.value as TillItemKind);
              setPage(1);
            }}
          >
            {tillItemKinds.map((id) => (
              <option key={id} value={id}>
                {t.kindTexts[id].name}
              </option>
            ))}
          </Select>
          <Button
            onClick={() => {
              setAll(!isAll);
              setPage(1);
            }}
          >
            {isAll ? t.showUnknown : kindText.showAll}
          </Button>
        </div>
      </div>
      {!data ? null : data.rows.length === 0 ? (
        <p className="text-muted-foreground text-sm">{kindText.none}</p>
      ) : (
        <>
          <p className="text-muted-foreground text-sm">{kindText.text}</p>
          <FactTable
            label={kindText.name}
            rows={data.rows}
            getKey={({ source, code }) => `${source} ${code}`}
            columns={[
              {
                heading: kindText.one,
                cell: ({ code, name }) => (
                  <span className="flex flex-col">
                    <bdi className="font-medium">{name ?? code}</bdi>
                    {name !== null && name !== code ? (
                      <bdi className="text-muted-foreground text-xs">{code}</bdi>
                    ) : null}
                  </span>
                ),
              },
              {
                heading: t.columns.source,
                cell: ({ source }) => <bdi className="whitespace-nowrap">{source}</bdi>,
              },
              { heading: t.sold, isNumeric: true, cell: ({ qty }) => formatQuantity(qty) },
              { heading: t.columns.net, isNumeric: true, cell: ({ net }) => money(net) },
              ...(kind === 'modifier'
                ? [
                    {
                      heading: t.netOfItems,
                      isNumeric: true,
                      cell: ({ netOfItems }: TillItem) => money(netOfItems),
                    },
                  ]
                : []),
              {
                heading: t.lastDay,
                cell: ({ lastDay }) => <span className="whitespace-nowrap">{formatDay(lastDay)}</span>,
              },
              {
                heading: t.mappedTo,
                cell: (tillItem) => {
                  const targets = listTargets(tillItem);
                  return targets.length === 0 ? (
                    missingValue
                  ) : (
                    <span className="flex flex-col">
                      {targets.map((target) => (
                        <bdi key={target}>{target}</bdi>
                      ))}
                    </span>
                  );
                },
              },
              ...(canMap
                ? [
                    {
                      heading: t.kind,
                      cell: (tillItem: TillItem) => (
                        <Button onClick={() => setEditing(tillItem)}>
                          {tillItem.portions === null ? t.map : t.change}
                          <span className="sr-only"> {tillItem.name ?? tillItem.code}</span>
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          <Pager
            page={page}
            pageSize={pageSize}
            rowCount={data.rows.length}
            total={data.total}
            isCapped={false}
            onPage={setPage}
          />
        </>
      )}
      {editing ? <MapTillItem tillItem={editing} onClose={() => setEditing(null)} /> : null}
    </section>
  );
}
