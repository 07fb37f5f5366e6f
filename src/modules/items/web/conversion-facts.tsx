import { useQuery } from '@tanstack/react-query';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { readConversionLines, isComplete, formatConversion } from './conversion-ratio.ts';
import { itemPackMessages } from './pack-messages.ts';

/** The unit conversions of an item. */
export function ConversionFacts({ row }: { row: ResourceRow }) {
  const t = useMessages(itemPackMessages).conversions;
  const units = useQuery(unitsQuery()).data ?? [];
  const getUnitName = (unit: string) => units.find(({ _id }) => _id === unit)?.name ?? unit;
  const lines = readConversionLines(row.values['conversions']).filter(isComplete);
  if (lines.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  return (
    <ul className="divide-y rounded-lg border bg-card text-sm tabular-nums">
      {lines.map(({ fromUnit, toUnit, num, den }) => (
        <li key={`${fromUnit} ${toUnit}`} className="px-4 py-2.5">
          {`1 ${getUnitName(fromUnit)} = ${formatConversion({ num, den }) ?? ''} ${getUnitName(toUnit)}`}
        </li>
      ))}
    </ul>
  );
}
