import type { Discrepancy } from '#contract/discrepancies.ts';
import { actorPart } from '#domain/orders/parts.ts';
import type { Actor } from '#domain/permissions.ts';
import { hasFlag } from '#domain/permissions.ts';
import {
  type DiscrepancyAction,
  type DiscrepancyEffect,
  type DiscrepancyType,
  discrepancyEffects,
} from '#domain/stock/discrepancies.ts';
import { mayResolve } from '#domain/stock/discrepancy-actions.ts';

export interface Resolution {
  action: DiscrepancyAction;
  effect: DiscrepancyEffect;
}

export function isDiscrepancyType(type: string): type is DiscrepancyType {
  return Object.hasOwn(discrepancyEffects, type);
}

/** The actions to offer this person for an open discrepancy; the server decides. */
export function resolutionsFor(discrepancy: Discrepancy, actor: Actor): Resolution[] {
  const { type, branch, kitchen, createdAt, status } = discrepancy;
  if (status !== 'Open' || !isDiscrepancyType(type) || !hasFlag(actor, 'canEdit')) return [];
  // What was received was once sent to the kitchen; when, makes no difference here.
  const parts = actorPart(actor, { branch, kitchen, sentAt: createdAt });
  const effects = Object.entries(discrepancyEffects[type]) as [DiscrepancyAction, DiscrepancyEffect][];
  return effects
    .filter(([action]) => mayResolve(parts, action))
    .map(([action, effect]) => ({ action, effect }));
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
