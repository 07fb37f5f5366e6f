import { useQuery } from '@tanstack/react-query';
import { record, text } from '#contract/tolerant.ts';
import type { Actor, Collection } from '#domain/permissions.ts';
import { type Name, namesQuery } from '#src/collections/names.ts';
import type { RowChoice } from '#src/components/form/match-choices.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useUser } from '#src/lib/session/session.ts';
import { ownBranches } from '../initial-values.ts';

type Rule = (row: Readonly<Record<string, unknown>>, actor: Actor) => boolean;

/** Whoever works at some branches makes rows for these alone. */
const isOwn: Rule = ({ _id }, actor) => ownBranches(actor)?.includes(String(_id)) ?? true;

const isNoBranch: Rule = ({ type }) => type !== 'branch';

/** Which rows a reference may lead to, by `collection.field`; left out: any. */
const rules: Readonly<Record<string, Rule>> = {
  'branch.supplyingKitchenId': isNoBranch,
  'count-schedules.branchId': isOwn,
  'item-levels.branchId': isOwn,
  'order-templates.branch': isOwn,
  'order-templates.kitchen': isNoBranch,
  'users.branches': ({ type }) => type === 'branch',
  'users.kitchens': isNoBranch,
