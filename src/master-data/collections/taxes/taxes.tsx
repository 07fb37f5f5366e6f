import { type RatedTax, taxRateOn } from '#domain/tax.ts';
import { readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { missingValue, formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useToday } from '#src/lib/use-today.ts';
import type { PageExtras } from '../../collection-screen.ts';
import { useItemCountColumn } from '../../arranging/item-count-column.tsx';
import { taxesMessages } from './messages.ts';

function useTaxColumns() {
  const t = useMessages(taxesMessages).list;
  const today = useToday();
  const rateOf = (row: ResourceRow) => taxRateOn(ratedTax(row), today);
  return [
    {
      key: 'rateToday',
      label: t.today,
      cell: (row: ResourceRow) => {
        const rate = rateOf(row);
        return rate === null ? missingValue : `${formatQuantity(rate)}%`;
      },
      value: rateOf,
      isNumeric: true,
    },
    useItemCountColumn('tax'),
  ];
}

function ratedTax({ values }: ResourceRow): RatedTax {
  const rates = Array.isArray(values['rates']) ? values['rates'].map(readRecord) : [];
  return {
    rate: readNumberValue(values['rate']) ?? 0,
    validFrom: readText(values['validFrom']),
    rates: rates.map((one) => ({ from: readText(one['from']), rate: readNumberValue(one['rate']) ?? 0 })),
  };
}

export const taxExtras: PageExtras = { taxes: { useColumns: useTaxColumns } };
