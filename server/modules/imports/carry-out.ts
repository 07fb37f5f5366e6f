import type { Resource } from '#contract/resources/kit.ts';
import type { Tx } from '../../db/types.ts';
import { ApiProblem } from '../../http/problems.ts';
import { effects } from '../master-data/effects.ts';
import type { Draft } from './judge-types.ts';
import { packFaults } from './units-of-drafts.ts';

type Refused = Map<Draft, Record<string, string>>;

/** Whether writing rows of a collection does or asks for more than a check of the rows alone can know. */
export const hasEffects = ({ collection }: Resource): boolean =>
  collection !== 'packagings' && effects[collection] !== undefined;

/** Does what a collection does besides keeping its rows, which are written already. Answers what is refused, by field. */
export async function carryOut(tx: Tx, resource: Resource, drafts: readonly Draft[]): Promise<Refused> {
  // Thousands of packs are asked about at once.
  if (resource.collection === 'packagings') return packFaults(tx, drafts);
  const refused: Refused = new Map();
  const effect = effects[resource.collection];
  if (!effect) return refused;
  for (const draft of drafts) {
    try {
      await effect(tx, draft.before, draft.after);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      // A refusal of the whole row stands at its first field.
      refused.set(
        draft,
        error.options.fields ?? { [Object.keys(resource.allFields)[0] ?? '']: error.message },
      );
    }
  }
  return refused;
}
