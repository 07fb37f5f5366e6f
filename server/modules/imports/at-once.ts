import { passesOn } from './apply.ts';
import { hasEffects } from './carry-out.ts';
import { changesBaseUnit, type ImportPlan } from './plan-types.ts';
import { refusal } from './reasons.ts';

/** Rows of an import that can only be written in one transaction, which others wait for. */
export const mostRowsOfOneCommit = 500;

/**
 * Whether an import can only be written in one transaction: a step of it alone might leave what is not sound, or somebody
 * else's work might come in the way of a later one. Places with stock and currencies are made by their own rules, base
 * units are fixed by orders, and what one row passes on to another is written with it.
 */
export function goesAtOnce({ drafts }: Pick<ImportPlan, 'drafts'>): boolean {
  return [...Map.groupBy(drafts, (draft) => draft.resource)].some(
    ([resource, some]) => hasEffects(resource) || passesOn(resource, some) || some.some(changesBaseUnit),
  );
}

/** Others wait for one transaction: 422 where such an import has more rows than they would not notice. */
export function refuseTooManyAtOnce({ drafts, outcomes }: ImportPlan): void {
  // What is at fault is put right first, or left out.
  const sound = drafts.filter(({ row }) => outcomes.get(row) !== 'faulty');
  const rows = new Set(sound.map(({ row }) => row)).size;
  if (rows > mostRowsOfOneCommit && goesAtOnce({ drafts: sound }))
    throw refusal('VALIDATION', 'too-many-at-once', { n: String(mostRowsOfOneCommit) });
}
