import { useQuery } from '@tanstack/react-query';
import { items } from '../collection.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { units as unitsResource } from '#modules/units/collection.ts';
import {
  type JsonRecord,
  readNumberValue,
  readRecord,
  readReference,
  readText,
} from '#platform/shapes/tolerant.ts';
import type { ItemConversion, UnitFactor } from '#core/conversions.ts';
import type { PackContents } from '#modules/packagings/pack-hierarchy.ts';
import { allResourceQuery, resourceRowQuery } from '#modules/master-data/web/queries/resources.ts';

type Unit = UnitFactor & { symbol: string };

export interface PackedItem {
  _id: string;
  name: string;
  baseUnit: string;
  /** Symbol of the base unit. */
  base: string;
  itemUnits: string[];
  units: Unit[];
  conversions: ItemConversion[];
  packs: PackContents[];
}

/** Returns an item with its units, conversions and packs; null until all are loaded. */
export function useItemPacks(itemId: string | null): PackedItem | null {
  const isEnabled = itemId !== null;
  const item = useQuery({ ...resourceRowQuery(items, itemId ?? ''), enabled: isEnabled });
  const units = useQuery({ ...allResourceQuery(unitsResource), enabled: isEnabled });
  const packs = useQuery({ ...allResourceQuery(packagings, { itemId: itemId ?? '' }), enabled: isEnabled });
  if (!item.data || !units.data || !packs.data) return null;
  const { values, name } = item.data;
  const baseUnit = readReference(values['baseUnit'])?.id ?? '';
  const itemUnitRows = units.data.rows.map(({ _id, values: unit }) => readUnit(_id, unit));
  return {
    _id: item.data._id,
    name,
    baseUnit,
    base: itemUnitRows.find(({ _id }) => _id === baseUnit)?.symbol ?? '',
    itemUnits: ['orderUnit', 'countUnit', 'recipeUnit'].flatMap(
      (field) => readReference(values[field])?.id ?? [],
    ),
    units: itemUnitRows,
    conversions: (Array.isArray(values['conversions']) ? values['conversions'] : []).map(readConversion),
    packs: packs.data.rows
      .filter((pack) => pack.isActive && readReference(pack.values['itemId'])?.id === itemId)
      .map((pack) => ({
        _id: pack._id,
        name: pack.name,
        unit: readReference(pack.values['unit'])?.id ?? '',
        contentsQty: readNumberValue(pack.values['contentsQty']) ?? 0,
      })),
  };
}

function readUnit(_id: string, unit: JsonRecord): Unit {
  return {
    _id,
    symbol: readText(unit['symbol']) ?? _id,
    dimension: readText(unit['dimension']) ?? _id,
    factorNum: readNumberValue(unit['factorNum']) ?? 1,
    factorDen: readNumberValue(unit['factorDen']) ?? 1,
  };
}

function readConversion(value: unknown): ItemConversion {
  const { fromUnit, toUnit, num, den } = readRecord(value);
  return {
    fromUnit: readReference(fromUnit)?.id ?? '',
    toUnit: readReference(toUnit)?.id ?? '',
    num: readNumberValue(num) ?? 1,
    den: readNumberValue(den) ?? 1,
  };
}
