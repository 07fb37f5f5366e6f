import type { Resource } from '#contract/resources/kit.ts';
import type { Tx } from '../../db/types.ts';
import type { Collection } from '#domain/permissions.ts';
import { ApiProblem } from '../../http/problems.ts';
import { effects } from '../master-data/effects.ts';
import type { Draft } from './plan-types.ts';
import { levelFaultsOf, packFaults } from './units-of-drafts.ts';

type Refused = Map<Draft, Record<string, string>>;

/** Of these thousands are asked about at once. */
const together: Partial<Record<Collection, (tx: Tx, drafts: readonly Draft[]) => Promise<Refused>>> = {
  packagings: packFaults,
  'item-levels': levelFaultsOf,
};

/** Whether writing rows of a collection does or asks for more than a check of the rows alone can know. */
export const hasEffects = ({ collection }: Resource): boolean =>
  !(collection in together) && effects[collection] !== undefined;

/** Does what a collection does besides keeping its rows, which are written already. Answers what is refused, by field. */
export async function carryOut(tx: Tx, resource: Resource, drafts: readonly Draft[]): Promise<Refused> {
  const ofAll = together[resource.collection];
  if (ofAll) return ofAll(tx, drafts);
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
