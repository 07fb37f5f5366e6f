import { useQuery } from '@tanstack/react-query';
import { packagings } from '#modules/packagings/collection.ts';
import { readNumberValue, readReference } from '#platform/shapes/tolerant.ts';
import { allResourceQuery } from '#modules/master-data/web/queries/resources.ts';
import { Select } from '#platform/web/ui/input.tsx';
import type { LocationItemUnit } from './location-items.ts';

/** A pack that a supplier sells. */
export interface SoldPack {
  _id: string;
  itemId: string;
  name: string;
  /** List price; null if unknown. */
  price: number | null;
  /** The number of packs ordered must be a multiple of this; null if any number can be ordered. */
  orderMultiple: number | null;
}

/** Returns the packs sold by a supplier; none if no supplier is selected. */
export function useSoldPacks(supplier: string): SoldPack[] {
  const { data } = useQuery({
    ...allResourceQuery(packagings, { supplierId: supplier }),
    enabled: supplier !== '',
  });
  return (data?.rows ?? []).flatMap(({ _id, name, isActive, values }) => {
    const itemId = readReference(values['itemId'])?.id;
    const isFromSupplier = readReference(values['supplierId'])?.id === supplier;
    return isActive && isFromSupplier && itemId !== undefined
      ? [
          {
            _id,
            itemId,
            name,
            price: readNumberValue(values['price']),
            orderMultiple: readNumberValue(values['orderMultiple']),
          },
        ]
      : [];
  });
}

/** The unit of a line: a supplier's pack, else a unit of measure. */
export interface LineUnit {
  packagingId: string | null;
  unit: string | null;
  unitSymbol: string;
}

/** Returns the default unit of a new line: the supplier's pack, else the base unit. */
export function getDefaultLineUnit(
  itemId: string,
  packs: readonly SoldPack[],
  units: readonly LocationItemUnit[],
): LineUnit {
  const pack = packs.find((candidate) => candidate.itemId === itemId);
  const [unit] = units;
  return {
    packagingId: pack?._id ?? null,
    unit: pack ? null : (unit?.id ?? null),
    unitSymbol: pack?.name ?? unit?.symbol ?? '',
  };
}

interface LineUnitChoiceProps {
  label: string;
  lineUnit: LineUnit;
  packs: readonly SoldPack[];
  units: readonly LocationItemUnit[];
  onChange(lineUnit: LineUnit): void;
}

/** Select of a line's unit or pack. */
export function LineUnitChoice({ label, lineUnit, packs, units, onChange }: LineUnitChoiceProps) {
  const choices = [
    ...packs.map(({ _id, name }) => ({
      id: `pack ${_id}`,
      lineUnit: { packagingId: _id, unit: null, unitSymbol: name },
    })),
    ...units.map(({ id, symbol }) => ({
      id: `unit ${id}`,
      lineUnit: { packagingId: null, unit: id, unitSymbol: symbol },
    })),
  ];
  const { packagingId, unit } = lineUnit;
  return (
    <Select
      aria-label={label}
      className="w-auto"
      value={packagingId === null ? `unit ${unit ?? ''}` : `pack ${packagingId}`}
      onChange={(event) => {
        const choice = choices.find(({ id }) => id === event.currentTarget.value);
        if (choice) onChange(choice.lineUnit);
      }}
    >
      {choices.map((option) => (
        <option key={option.id} value={option.id}>
          {option.lineUnit.unitSymbol}
        </option>
      ))}
    </Select>
  );
}
