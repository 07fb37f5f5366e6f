import type { Queryable } from '../../db/types.ts';
import { toSafeNumber } from '#domain/quantity.ts';
import { judgeLines, type Judged } from './judge.ts';
import { readLines } from './lines.ts';
import type { CountHead } from './rows.ts';

/** What the differences of a count are worth, as the books are now. */
export interface Worth {
  absoluteE4: number;
  netE4: number;
}

/** Adds the differences up; what has no cost yet is worth nothing here, and asks for one. */
export function sumWorth(judged: readonly Pick<Judged, 'valueE4'>[]): Worth {
  const values = judged.map(({ valueE4 }) => BigInt(valueE4 ?? 0));
  const sum = (of: readonly bigint[]) => toSafeNumber(of.reduce((all, value) => all + value, 0n));
  return { absoluteE4: sum(values.map((value) => (value < 0n ? -value : value))), netE4: sum(values) };
}

/** The same for a whole count. */
export const worthOf = async (db: Queryable, head: CountHead): Promise<Worth> =>
  sumWorth(await judgeLines(db, head, await readLines(db, head._id)));
