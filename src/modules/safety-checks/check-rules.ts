import { type Actor, hasFlag } from '#core/permissions.ts';
import { type FieldRefusals, refusal } from '#core/refusals/refusal.ts';
import { isNotBlank } from '#core/text.ts';
import { findExceededBound } from '#modules/orders/temperature.ts';

/** Statuses of a check; the strings are the wire values. */
export const checkStatuses = ['Recorded', 'Verified', 'Voided'] as const;
export type CheckStatus = (typeof checkStatuses)[number];

/** The fields of a check point that determine the required fields of a check. Limits in degrees Celsius. */
export interface CheckRequirements {
  kind: string;
  minTemp: number | null;
  maxTemp: number | null;
  photoRequired: boolean;
  signatureRequired: boolean;
}

/** The fields of a check that are validated against its check point. */
export interface EnteredCheck {
  reading?: number | null | undefined;
  correctiveAction?: string | null | undefined;
  signedBy?: string | null | undefined;
  photo?: boolean | undefined;
}

/** Returns which limit a reading violates; null if it is within limits or nothing is measured. */
function findViolatedLimit({ kind, minTemp, maxTemp }: CheckRequirements, reading: number | null) {
  if (kind !== 'temperature' || reading === null) return null;
  return findExceededBound(reading, { min: minTemp, max: maxTemp });
}

/** Returns whether a reading is within the limits; cleaning has none. */
export const isWithinLimits = (point: CheckRequirements, reading: number | null): boolean =>
  findViolatedLimit(point, reading) === null;

/** Returns the errors of a check by field. The form and the server apply the same rules. */
export function findCheckErrors(point: CheckRequirements, entered: EnteredCheck): FieldRefusals {
  const { reading = null, correctiveAction, signedBy, photo = false } = entered;
  const isMeasured = point.kind === 'temperature';
  const side = findViolatedLimit(point, reading);
  const limits = {
    measured: String(reading),
    bound: String(side === 'too-warm' ? point.maxTemp : point.minTemp),
  };
  return {
    ...(isMeasured && reading === null && { reading: refusal('check-reading') }),
    ...(!isMeasured && reading !== null && { reading: refusal('check-no-reading') }),
    ...(side !== null &&
      !isNotBlank(correctiveAction) && {
        correctiveAction: refusal(side === 'too-warm' ? 'check-too-warm' : 'check-too-cold', limits),
      }),
    ...(point.photoRequired && !photo && { photo: refusal('check-photo') }),
    ...(point.signatureRequired && !isNotBlank(signedBy) && { signedBy: refusal('check-signature') }),
  };
}

/** Returns whether a check accepts photos: until it is voided. */
export const acceptsCheckPhotos = ({ status }: { status: string }): boolean => status !== 'Voided';

/** Returns whether a user may attach photos and remove their own: editors and the user who made the check. */
export const canAttachToCheck = (check: { status: string; userId: string }, actor: Actor): boolean =>
  acceptsCheckPhotos(check) &&
  (hasFlag(actor, 'canEdit') || (check.userId === actor._id && hasFlag(actor, 'canCreate')));
