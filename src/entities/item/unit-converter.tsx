import { useState } from 'react';
import type { ItemConversion } from '#domain/conversions.ts';
import type { Unit } from '#src/collections/items/units.ts';
import { Input, Select } from '#src/components/ui/input.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { parseQuantity } from '#src/lib/format/parse-quantity.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { sizeBetween, sizeWords } from './conversion-words.ts';
import { itemEditorMessages } from './messages.ts';

interface UnitConverterProps {
  base: string;
  /** The units the item is ordered, counted or cooked in. */
  used: readonly string[];
  units: readonly Unit[];
  conversions: readonly ItemConversion[];
}

/** Any quantity of the item in any other of its units: `2 case = 18,000 g`. */
export function UnitConverter({ base, used, units, conversions }: UnitConverterProps) {
  const t = useMessages(itemEditorMessages).conversions;
  const [typed, setTyped] = useState('2');
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({});
  const offered = unitsOf(
    [...used, ...conversions.flatMap(({ fromUnit, toUnit }) => [fromUnit, toUnit])],
    units,
  );
  const pick = (wanted: string | undefined, usual: string) =>
    offered.some(({ _id }) => _id === wanted) ? (wanted ?? usual) : usual;
  const from = pick(chosen.from, conversions.at(-1)?.fromUnit ?? used.find((unit) => unit !== base) ?? base);
  const to = pick(chosen.to, base);

  const parsed = parseQuantity(typed);
  const symbolOf = (unit: string) => offered.find(({ _id }) => _id === unit)?.symbol ?? unit;
  const ratio = sizeBetween(from, to, units, conversions);
  const size = parsed.kind === 'quantity' && ratio ? sizeWords(ratio, parsed.value) : null;
  const sentence =
    parsed.kind !== 'quantity'
      ? t.noQuantity
      : size === null
        ? t.noWay(symbolOf(from), symbolOf(to))
        : `${formatQuantity(parsed.value)} ${symbolOf(from)} = ${size} ${symbolOf(to)}`;
  const options = offered.map(({ _id, symbol }) => (
    <option key={_id} value={_id}>
      {symbol}
    </option>
  ));
  return (
    <div
      className="flex flex-wrap items-center gap-2 rounded-md bg-muted px-3 py-2.5"
      role="group"
      aria-label={t.converter}
    >
      <Input
        type="text"
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        className="w-20 tabular-nums"
        aria-label={t.quantity}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Select
        className="w-auto"
        aria-label={t.convertFrom}
        value={from}
        onChange={(event) => setChosen({ ...chosen, from: event.currentTarget.value })}
      >
        {options}
      </Select>
      <span className="text-sm">{t.as}</span>
      <Select
        className="w-auto"
        aria-label={t.convertTo}
        value={to}
        onChange={(event) => setChosen({ ...chosen, to: event.currentTarget.value })}
      >
        {options}
      </Select>
      <output className="font-medium text-sm tabular-nums">
        <bdi>{sentence}</bdi>
      </output>
    </div>
  );
}

/** These units and all that measure the same, in the order of the list. */
function unitsOf(wanted: readonly string[], units: readonly Unit[]): readonly Unit[] {
  const dimensions = new Set(
    units.filter(({ _id }) => wanted.includes(_id)).map(({ dimension }) => dimension),
  );
  // Of what is counted only what the item knows: a box of it is no pallet.
  return units.filter(
    ({ _id, dimension }) => wanted.includes(_id) || (dimension !== 'count' && dimensions.has(dimension)),
  );
}
