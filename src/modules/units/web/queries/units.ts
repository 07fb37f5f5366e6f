import type { Wire } from '#platform/shapes/shape.ts';
import { listedUnit } from '../../shapes.ts';
import { type JsonRecord, readText } from '#platform/shapes/tolerant.ts';
import { registerUnitDigits } from '#platform/web/format/unit-digits.ts';
import { registerUnitName } from '#platform/web/format/unit.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createRowReader } from '#platform/web/queries/read-shape.ts';

/** A unit. If the server sends no dimension, the unit's id is used, so it isn't convertible. */
export type Unit = Wire<typeof listedUnit>;

export function unitsQuery() {
  return readQuery({
    collection: 'units_data',
    key: ['list'],
    lifetime: 'other',
    path: 'units',
    search: { limit: 500 },
    read: (reply) => readList(reply, readUnit).rows,
  });
}

/** Returns the ids of units that allow only whole numbers. */
export const getWholeUnitIds = (units: readonly Unit[]): ReadonlySet<string> =>
  new Set(units.filter(({ wholeOnly }) => wholeOnly).map(({ _id }) => _id));

const readListedUnit = createRowReader(listedUnit);

function readUnit(row: JsonRecord): Unit | null {
  const unit = readListedUnit(row);
  if (unit === null) return null;
  const symbol = unit.symbol || unit.name;
  registerUnitName(symbol, readText(row['nameAlt']));
  registerUnitDigits(symbol, unit.dimension === 'count');
  return { ...unit, symbol, dimension: unit.dimension || unit._id };
}
