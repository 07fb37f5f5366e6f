import { number, record } from '#contract/tolerant.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { ResourceFacts } from '#src/resources/resource-facts.tsx';
import { useNames } from '#src/resources/use-names.ts';
import { catalogueMessages } from './messages.ts';

const fields: ReadonlySet<string> = new Set(['baseUnit', 'orderUnit', 'countUnit', 'recipeUnit', 'barcodes']);

/** The units of an item, and how many of one make another. */
export function ItemUnits({ row }: { row: ResourceRow }) {
  const t = useMessages(catalogueMessages).item;
  const names = useNames(['units']);
  const { conversions } = row.values;
  const steps = Array.isArray(conversions) ? conversions.map(record) : [];
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <ResourceFacts name="items" row={row} shows={(field) => fields.has(field)} />
      {steps.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.noConversions}</p>
      ) : (
        <ul className="divide-y rounded-lg border bg-card text-sm tabular-nums">
          {steps.map(({ fromUnit, toUnit, num, den }) => {
            const size = (number(num) ?? 1) / (number(den) ?? 1);
            const one = names.of('units', fromUnit);
            const many = names.of('units', toUnit);
            return (
              <li key={`${one} ${many}`} className="px-4 py-2.5">
                {t.conversion(one, `${formatQuantity(size)} ${many}`)}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
