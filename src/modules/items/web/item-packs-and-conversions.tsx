import { useQuery } from '@tanstack/react-query';
import { packagings } from '#modules/packagings/collection.ts';
import { readNumberValue, readReference } from '#platform/shapes/tolerant.ts';
import { canRead } from '#core/permissions.ts';
import { allResourceQuery, type ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { formatAmount, formatUnitName } from '#platform/web/format/unit.ts';
import { formatPrice, formatUnitCost } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useRowCurrency } from '#modules/master-data/web/references/row-currency.ts';
import { ConversionFacts } from './conversion-facts.tsx';
import { readConversionLines, isComplete, getConversionRatio } from './conversion-ratio.ts';
import { itemPackMessages } from './pack-messages.ts';

/** Conversions and packs of an item, with the price of one base unit. */
export function ItemPacksAndConversions({ row }: { row: ResourceRow }) {
  const t = useMessages(itemPackMessages);
  const canReadPacks = canRead(useUser(), 'packagings');
  const packs = useQuery({ ...allResourceQuery(packagings, { itemId: row._id }), enabled: canReadPacks });
  const currencyOf = useRowCurrency(packagings, canReadPacks ? ['price'] : []);
  const units = useQuery(unitsQuery()).data ?? [];
  const getSymbol = (id: string) => units.find(({ _id }) => _id === id)?.symbol ?? id;
  const base = readReference(row.values['baseUnit'])?.id ?? '';
  const conversions = readConversionLines(row.values['conversions']).filter(isComplete);
  const activePacks = (packs.data?.rows ?? []).filter(
    ({ isActive, values }) => isActive && readReference(values['itemId'])?.id === row._id,
  );
  return (
    <div className="flex flex-col gap-4 pt-4 text-sm">
      {conversions.length > 0 ? (
        <section aria-label={t.conversions.title} className="flex flex-col gap-2">
          <h3 className="font-semibold">{t.conversions.title}</h3>
          <ConversionFacts row={row} />
        </section>
      ) : null}
      {activePacks.length > 0 ? (
        <section aria-label={t.packs} className="flex flex-col gap-2">
          <h3 className="font-semibold">{t.packs}</h3>
          <ul className="divide-y rounded-lg border bg-card tabular-nums">
            {activePacks.map(({ _id, name, values }) => {
              const unit = readReference(values['unit'])?.id ?? '';
              const [price, contents] = [
                readNumberValue(values['price']),
                readNumberValue(values['contentsQty']),
              ];
              const ratio = getConversionRatio(unit, base, units, conversions);
              const perBase =
                ratio && price !== null && contents ? (price * ratio.den) / (contents * ratio.num) : null;
              return (
                <li key={_id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
                  <span>
                    <bdi>{name}</bdi>
                    <span className="text-muted-foreground">
                      {' '}
                      <bdi>{formatAmount(contents, getSymbol(unit))}</bdi>
                    </span>
                  </span>
                  {price === null ? null : (
                    <span>
                      {formatPrice(price, currencyOf(values))}
                      {perBase === null ? null : (
                        <span className="text-muted-foreground">
                          {' · '}
                          {t.perUnit(
                            formatUnitCost(perBase, currencyOf(values)),
                            formatUnitName(null, getSymbol(base)),
                          )}
                        </span>
                      )}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
