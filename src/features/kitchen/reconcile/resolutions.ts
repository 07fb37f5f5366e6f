import type { Discrepancy } from '#contract/discrepancies.ts';
import type { Actor } from '#domain/permissions.ts';
import {
  type DiscrepancyAction,
  type DiscrepancyEffect,
  type DiscrepancyType,
  discrepancyEffects,
} from '#domain/stock/discrepancies.ts';
import { discrepancyLifecycle } from '#domain/stock/discrepancy-lifecycle.ts';

export interface Resolution {
  action: DiscrepancyAction;
  effect: DiscrepancyEffect;
}

export function isDiscrepancyType(type: string): type is DiscrepancyType {
  return Object.hasOwn(discrepancyEffects, type);
}

/** The actions to offer this person for an open discrepancy; the server decides. */
export function resolutionsFor(discrepancy: Discrepancy, actor: Actor): Resolution[] {
  const { type, branch, kitchen, createdAt, status, action, chargedTo } = discrepancy;
  if (status !== 'Open' || !isDiscrepancyType(type)) return [];
  // What was received was once sent to the kitchen; when, makes no difference here.
  const order = { branch, kitchen, sentAt: createdAt };
  const offered = new Set(
    discrepancyLifecycle
      .offeredMoves({ status, type, action, chargedTo, order }, actor)
      .map(({ verb }) => verb),
  );
  const effects = Object.entries(discrepancyEffects[type]) as [DiscrepancyAction, DiscrepancyEffect][];
  return effects.flatMap(([fitting, effect]) => (offered.has(fitting) ? [{ action: fitting, effect }] : []));
}

/** The actions that this person may choose for all of them at once: of one type, and shared by each. */
export function sharedResolutions(discrepancies: readonly Discrepancy[], actor: Actor): Resolution[] {
  const [first, ...others] = discrepancies;
  if (!first || others.some(({ type }) => type !== first.type)) return [];
  return others.reduce(
    (shared, other) => {
      const actions = new Set(resolutionsFor(other, actor).map(({ action }) => action));
      return shared.filter(({ action }) => actions.has(action));
    },
    resolutionsFor(first, actor),
  );
}
