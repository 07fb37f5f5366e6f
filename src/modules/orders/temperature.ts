import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { isNotBlank } from '#core/text.ts';
import { computeEffectiveQuantities, type OrderLifecycleLine } from './lines.ts';

/** Accepted temperature range at receipt in degrees Celsius; null for no bound. */
export interface TemperatureBounds {
  min: number | null;
  max: number | null;
}

/** Returns a line's temperature range; null if its temperature isn't required. */
export function getTemperatureBounds(line: {
  receivingMinTemp?: number | null | undefined;
  receivingMaxTemp?: number | null | undefined;
}): TemperatureBounds | null {
  const { receivingMinTemp: min = null, receivingMaxTemp: max = null } = line;
  return min === null && max === null ? null : { min, max };
}

/**
 * Returns whether a temperature (degrees Celsius) is below or above the range; null if it is within the
 * range.
 */
export function findExceededBound(
  measured: number,
  { min, max }: TemperatureBounds,
): 'too-warm' | 'too-cold' | null {
  if (max !== null && measured > max) return 'too-warm';
  return min !== null && measured < min ? 'too-cold' : null;
}

/** The receipt fields of a measured line. */
interface MeasuredLine {
  temperatureMicro?: number | null | undefined;
  note?: string | null | undefined;
  reason?: string | null | undefined;
}

/**
 * Returns the problem with a received line's temperature, or null. Accepted goods need a measurement or a
 * note; goods out of range need a reason. Notes entered before the receipt don't count.
 */
export function findTemperatureProblem(line: OrderLifecycleLine): Refusal | null {
  if (computeEffectiveQuantities(line).receivedMicro <= 0) return null;
  return findMeasurementProblem(getTemperatureBounds(line), {
    temperatureMicro: line.temperatureMicro,
    note: line.isReceivingNote ? line.note : null,
    reason: line.isReceivingReason ? line.reason : null,
  });
}

/** Same as `findTemperatureProblem`, for accepted goods on any other document. */
export function findMeasurementProblem(
  bounds: TemperatureBounds | null,
  { temperatureMicro = null, note, reason }: MeasuredLine,
): Refusal | null {
  if (bounds === null) return null;
  if (temperatureMicro === null) return isNotBlank(note) ? null : refusal('temperature-required');
  const side = findExceededBound(fromMicro(temperatureMicro), bounds);
  if (side === null || isNotBlank(reason)) return null;
  const bound = (side === 'too-warm' ? bounds.max : bounds.min) ?? 0;
  return refusal(side, { measured: formatDegrees(temperatureMicro), bound: formatDegrees(toMicro(bound)) });
}

const formatDegrees = (micro: number) => String(fromMicro(micro));
