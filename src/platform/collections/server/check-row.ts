import type { Resource } from '../define-resource.ts';
import { parseEnglishRefusal } from '#core/refusals/english.ts';
import { type FieldRefusals, refusal } from '#core/refusals/refusal.ts';

/** Checks the rules within a row. Returns errors by field, with the messages shown in forms. */
export const checkRow = (
  resource: Pick<Resource, 'check'>,
  row: Readonly<Record<string, unknown>>,
): FieldRefusals =>
  Object.fromEntries(
    Object.entries(resource.check(row) ?? {}).map(([field, reason]) => [
      field,
      parseEnglishRefusal(reason) ?? refusal('invalid-input'),
    ]),
  );
