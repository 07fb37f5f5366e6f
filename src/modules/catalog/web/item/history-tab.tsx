import { useQuery } from '@tanstack/react-query';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { type Unit, unitsQuery } from '#modules/units/web/queries/units.ts';
import { missingValue } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { RowHistory } from '#modules/master-data/web/row-history.tsx';
import { rowMessages } from '#modules/master-data/web/row-messages.ts';
import { RowUsage } from '#modules/master-data/web/usage-list.tsx';
import { readConversionLines, isComplete, formatConversion } from '#modules/items/web/conversion-ratio.ts';
import { itemPackMessages } from '#modules/items/web/pack-messages.ts';

/** Change history of the item and where it is used. */
export function HistoryTab({ row }: { row: ResourceRow }) {
  const t = useMessages(rowMessages);
  const { title } = useMessages(itemPackMessages).conversions;
  const units = useQuery(unitsQuery()).data ?? [];
  return (
    <div className="grid grid-cols-1 gap-8 md:grid-cols-2">
      <section>
        <h2 className="pb-3 font-semibold text-sm">{t.history}</h2>
        <RowHistory
          name="items"
          id={row._id}
          additionalFields={{
            conversions: { label: title, text: (value) => formatConversions(value, units) },
          }}
        />
      </section>
      <section>
        <h2 className="pb-3 font-semibold text-sm">{t.usage}</h2>
        <RowUsage name="items" id={row._id} />
      </section>
    </div>
  );
}

/** Formats conversions: `1 case = 9 kg, 1 tray = 2 kg`. */
function formatConversions(value: unknown, units: readonly Unit[]): string {
  const getSymbol = (unit: string) => units.find(({ _id }) => _id === unit)?.symbol ?? unit;
  const lines = readConversionLines(value)
    .filter(isComplete)
    .map(
      ({ fromUnit, toUnit, num, den }) =>
        `1 ${getSymbol(fromUnit)} = ${formatConversion({ num, den }) ?? ''} ${getSymbol(toUnit)}`,
    );
  return lines.length > 0 ? formatList(lines) : missingValue;
}
