import type { ResolveDiscrepancyInput } from '../input.ts';
import type { Discrepancy } from '../shapes.ts';
import type { Transition } from '#platform/documents/lifecycle.ts';
import type { OrderParty } from '#modules/orders/parties.ts';
import type { Actor } from '#core/permissions.ts';
import {
  type DiscrepancyAction,
  type DiscrepancyEffect,
  type DiscrepancyStatus,
  type DiscrepancyType,
  discrepancyActions,
  discrepancyEffects,
} from '../discrepancy-rules.ts';
import { discrepancyLifecycle } from '../lifecycle.ts';
import type { DocumentKind } from '#platform/documents/web/document-kind.ts';
import { discrepancyMessages } from './messages.ts';

export interface Resolution {
  move: DiscrepancyMove;
  effect: DiscrepancyEffect;
}

/** A decision; `input` contains the entered values once the user has made it. */
export type DiscrepancyMove = Transition<DiscrepancyStatus, DiscrepancyAction, OrderParty> & {
  input?: ResolveDiscrepancyInput;
};

/**
 * Document kind of discrepancies: every transition is a decision that moves stock or value, and needs
 * confirmation.
 */
export const discrepancyKind: DocumentKind<Discrepancy, DiscrepancyMove> = {
  getKey: ({ _id }) => `discrepancies/${_id}`,
  getNumber: ({ itemName, orderNo }) => `${itemName}, ${orderNo}`,
  getAvailableTransitions({ type, branch, kitchen, createdAt, status, action, chargedTo }, actor) {
    if (status !== 'Open' || !isDiscrepancyType(type)) return [];
    // A received order must have been sent to the kitchen; the exact time is irrelevant here.
    const order = { branch, kitchen, sentAt: createdAt };
    return discrepancyLifecycle.listAvailableTransitions({ status, type, action, chargedTo, order }, actor);
  },
  primary: new Set(),
  requiresConfirmation: new Set(discrepancyActions),
  destructive: new Set(['written_off']),
  labels: discrepancyMessages,
};

export function isDiscrepancyType(type: string): type is DiscrepancyType {
  return Object.hasOwn(discrepancyEffects, type);
}

/**
 * Returns the decisions available to the user for an open discrepancy, with their effects; the server makes
 * the final check.
 */
export function getResolutions(discrepancy: Discrepancy, actor: Actor): Resolution[] {
  const { type } = discrepancy;
  if (!isDiscrepancyType(type)) return [];
  const effects = discrepancyEffects[type];
  const transitions = discrepancyKind.getAvailableTransitions(discrepancy, actor);
  // Uses the order in which the type lists its decisions.
  return Object.keys(effects).flatMap((verb) => {
    const move = transitions.find((transition) => transition.verb === verb);
    const effect = move && effects[move.verb];
    return move && effect ? [{ move, effect }] : [];
  });
}

/** Returns the decisions available for all of these discrepancies, which must have the same type. */
export function getSharedResolutions(discrepancies: readonly Discrepancy[], actor: Actor): Resolution[] {
  const [first, ...others] = discrepancies;
  if (!first || others.some(({ type }) => type !== first.type)) return [];
  return others.reduce(
    (shared, other) => {
      const verbs = new Set(getResolutions(other, actor).map(({ move }) => move.verb));
      return shared.filter(({ move }) => verbs.has(move.verb));
    },
    getResolutions(first, actor),
  );
}
