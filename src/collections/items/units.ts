import { readBoolean, readId, type JsonRecord, readNumberValue, readText } from '#contract/tolerant.ts';
import { registerUnitDigits } from '#src/lib/format/unit-digits.ts';
import { registerUnitName } from '#src/lib/format/unit.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

export interface Unit {
  _id: string;
  name: string;
  nameAlt: string | null;
  symbol: string;
  decimals: number;
  wholeOnly: boolean;
  /** The measured dimension; without one from the server, the unit has a dimension of its own. */
  dimension: string;
  /** One unit is `factorNum / factorDen` of its dimension's reference unit. */
  factorNum: number;
  factorDen: number;
}

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

/** Returns the ids of indivisible units. */
export const wholeUnitIds = (units: readonly Unit[]): ReadonlySet<string> =>
  new Set(units.filter(({ wholeOnly }) => wholeOnly).map(({ _id }) => _id));

function readUnit(row: JsonRecord): Unit | null {
  const _id = readId(row);
  if (_id === null) return null;
  const second = readText(row['nameAlt']);
  const names = shownNames(readText(row['name']) ?? _id, second);
  const symbol = readText(row['symbol']) ?? names.name;
  registerUnitName(symbol, second);
  registerUnitDigits(symbol, row['dimension'] === 'count');
  return {
    _id,
    ...names,
    symbol,
    decimals: readNumberValue(row['decimals']) ?? 6,
    wholeOnly: readBoolean(row['wholeOnly']),
    dimension: readText(row['dimension']) ?? _id,
    factorNum: readNumberValue(row['factorNum']) ?? 1,
    factorDen: readNumberValue(row['factorDen']) ?? 1,
  };
}
