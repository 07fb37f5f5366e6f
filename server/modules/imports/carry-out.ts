import type { Resource } from '#contract/resources/kit.ts';
import type { Collection } from '#domain/permissions.ts';
import type { Tx } from '../../db/types.ts';
import { ApiProblem } from '../../http/problems.ts';
import { effects } from '../master-data/effects.ts';
import { unitProblems } from '../master-data/line-units.ts';
import { chunks } from './existing.ts';
import type { Draft } from './judge-types.ts';

type Refused = Map<Draft, Record<string, string>>;

/** Effects that many rows ask for at once. */
const together: Partial<Record<Collection, (tx: Tx, drafts: readonly Draft[]) => Promise<Refused>>> = {
  async packagings(tx, drafts) {
    const refused: Refused = new Map();
    const asking = drafts.filter(
      ({ before, after }) => before?.['itemId'] !== after['itemId'] || before?.['unit'] !== after['unit'],
    );
    for (const some of chunks(asking, 500)) {
      const lines = some.map(({ after }, at) => ({
        itemId: String(after['itemId']),
        unit: String(after['unit']),
        at: String(at),
      }));
      for (const [path, message] of Object.entries(await unitProblems(tx, lines))) {
        const [at, field = ''] = path.split('.');
        const draft = some[Number(at)];
        if (draft) refused.set(draft, { [field]: message });
      }
    }
    return refused;
  },
};

/** Whether writing rows of a collection does or asks for more than the rows themselves. */
export const hasEffects = ({ collection }: Resource): boolean => effects[collection] !== undefined;

/** Does what a collection does besides keeping its rows, which are written already. Answers what is refused, by field. */
export async function carryOut(tx: Tx, resource: Resource, drafts: readonly Draft[]): Promise<Refused> {
  const all = together[resource.collection];
  if (all) return all(tx, drafts);
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
