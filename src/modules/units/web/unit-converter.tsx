import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { items } from '#modules/items/collection.ts';
import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { type ResourceRow, resourceRowQuery } from '#modules/master-data/web/queries/resources.ts';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { formatExactAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { type ItemConversion, findRatio, type UnitFactor } from '#core/conversions.ts';
import { convertMicro, fromMicro, QuantityError, toMicro } from '#core/quantity.ts';
import { unitsMessages } from './messages.ts';

/** Exact converter of quantities: by unit size and, for an item, by its own conversions. */
export function UnitConverter({ units }: { units: readonly ResourceRow[] }) {
  const t = useMessages(unitsMessages).units;
  const [quantity, setQuantity] = useState<NumberInputValue>(1);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [itemId, setItemId] = useState<string | null>(null);
  const [isItemFieldOpen, setItemFieldOpen] = useState(false);
  const item = useQuery({ ...resourceRowQuery(items, itemId ?? ''), enabled: itemId !== null }).data;
  const options = units.map((row) => ({ id: row._id, name: `${row.name} (${getSymbol(row)})` }));
  const result = convert({
    quantity,
    from,
    to,
    units: units.map(({ _id, values }) => ({
      _id,
      dimension: readText(values['dimension']) ?? '',
      factorNum: readNumberValue(values['factorNum']) ?? 1,
      factorDen: readNumberValue(values['factorDen']) ?? 1,
    })),
    conversions: itemId === null ? [] : readConversions(item),
  });
  const symbol = (id: string) => getSymbol(units.find(({ _id }) => _id === id));
  const isItemLoading = itemId !== null && item === undefined;
  return (
    <section aria-label={t.converter} className="flex flex-col gap-3 p-3">
      <h2 className="font-medium text-sm">{t.converter}</h2>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)] gap-2">
        <NumberField label={t.quantity} value={quantity} onChange={setQuantity} />
        <ChoiceField label={t.from} value={from} none="" options={options} onChange={setFrom} />
        <ChoiceField label={t.to} value={to} none="" options={options} onChange={setTo} />
      </div>
      {isItemFieldOpen ? (
        <ItemChoice value={itemId} onChange={setItemId} />
      ) : (
        <button
          type="button"
          className="self-start text-primary text-sm underline-offset-4 hover:underline touch:min-h-11"
          onClick={() => setItemFieldOpen(true)}
        >
          {t.item}
        </button>
      )}
      <output className="min-h-[2lh] text-sm" aria-live="polite">
        {isItemLoading ? (
          '…'
        ) : (
          <Result {...{ result, quantity, from: symbol(from), to: symbol(to) }} item={item?.name} />
        )}
      </output>
    </section>
  );
}

interface ResultProps {
  result: Conversion;
  quantity: NumberInputValue;
  from: string;
  to: string;
  item: string | undefined;
}

function Result({ result, quantity, from, to, item }: ResultProps) {
  const t = useMessages(unitsMessages).units;
  if (result.kind === 'incomplete') return t.choose;
  if (result.kind === 'notANumber') return t.notANumber;
  if (result.kind === 'tooLarge') return t.tooLarge;
  if (result.kind === 'noConversion')
    return item ? t.noConversionForItem(from, to, item) : t.noConversion(from, to);
  const label = result.isExact ? t.result : t.about;
  return (
    <>
      <strong className="block text-base tabular-nums">
        <bdi>{label(formatExactAmount(Number(quantity), from), formatExactAmount(result.value, to))}</bdi>
      </strong>
      {result.isExact ? null : (
        <span className="text-muted-foreground">{t.exactly(`${result.exactly} ${to}`)}</span>
      )}
    </>
  );
}

/** Item select; items load on first use. */
function ItemChoice({ value, onChange }: { value: string | null; onChange(id: string | null): void }) {
  const t = useMessages(unitsMessages).units;
  const { choices, isLoading } = useChoices('items');
  return (
    <ReferenceField
      label={t.item}
      hint={t.itemHint}
      value={value}
      choices={choices}
      isLoading={isLoading}
      onChange={onChange}
    />
  );
}

function getSymbol(row: ResourceRow | undefined): string {
  return row ? (readText(row.values['symbol']) ?? row.name) : '';
}

function readConversions(item: ResourceRow | undefined) {
  const conversions = item?.values['conversions'];
  return (Array.isArray(conversions) ? conversions.map(readRecord) : []).map((row) => ({
    fromUnit: readText(row['fromUnit']) ?? '',
    toUnit: readText(row['toUnit']) ?? '',
    num: readNumberValue(row['num']) ?? 1,
    den: readNumberValue(row['den']) ?? 1,
  }));
}

/** Result of a conversion. `exactly` is a fraction if the value was rounded to six decimals. */
type Conversion =
  | { kind: 'incomplete' }
  | { kind: 'notANumber' }
  | { kind: 'noConversion' }
  | { kind: 'tooLarge' }
  | { kind: 'value'; value: number; isExact: boolean; exactly: string };

interface ConversionRequest {
  quantity: number | string | null;
  /** Ids of units; empty if not selected yet. */
  from: string;
  to: string;
  units: readonly UnitFactor[];
  /** Conversions of the item; if empty, only unit sizes are used. */
  conversions: readonly ItemConversion[];
}

/** Converts a quantity to a different unit: exactly, or rounded to six decimals and marked as rounded. */
export function convert({ quantity, from, to, units, conversions }: ConversionRequest): Conversion {
  if (typeof quantity === 'string') return { kind: 'notANumber' };
  if (quantity === null || from === '' || to === '') return { kind: 'incomplete' };
  try {
    const ratio = findRatio(from, to, units, conversions);
    if (ratio === null) return { kind: 'noConversion' };
    const qtyMicro = toMicro(quantity);
    const product = BigInt(qtyMicro) * BigInt(ratio.num);
    const divisor = BigInt(ratio.den) * 1_000_000n;
    const commonDivisor = greatestCommonDivisor(product, divisor);
    return {
      kind: 'value',
      value: fromMicro(convertMicro(qtyMicro, ratio)),
      isExact: product % BigInt(ratio.den) === 0n,
      exactly: `${product / commonDivisor}/${divisor / commonDivisor}`,
    };
  } catch (error) {
    if (error instanceof QuantityError) return { kind: 'tooLarge' };
    throw error;
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x === 0n ? 1n : x;
}
