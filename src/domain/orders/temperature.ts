import { type Refusal, refusal } from '../refusals/refusal.ts';
import { fromMicro, toMicro } from '../quantity.ts';
import { isNotBlank } from '../text.ts';
import { effectiveQuantities, type OrderLine } from './lines.ts';

/** Between which degrees Celsius something is taken when it comes; null: no bound on that side. */
export interface TemperatureBounds {
  min: number | null;
  max: number | null;
}

/** The bounds of a line; null where nobody is asked for its temperature. */
export function temperatureBounds(line: {
  receivingMinTemp?: number | null | undefined;
  receivingMaxTemp?: number | null | undefined;
}): TemperatureBounds | null {
  const { receivingMinTemp: min = null, receivingMaxTemp: max = null } = line;
  return min === null && max === null ? null : { min, max };
}

/** On which side a measured temperature, in degrees Celsius, is outside its bounds; null when it is inside. */
export function temperatureSideOutOfBounds(
  measured: number,
  { min, max }: TemperatureBounds,
): 'too-warm' | 'too-cold' | null {
  if (max !== null && measured > max) return 'too-warm';
  return min !== null && measured < min ? 'too-cold' : null;
}

/** What was said of how something came. */
interface MeasuredLine {
  temperatureMicro?: number | null | undefined;
  note?: string | null | undefined;
  reason?: string | null | undefined;
}

/**
 * What is still to be said of the temperature at which a line came, or null. Of what is accepted it is measured, or a
 * note says why not; what came outside the bounds is accepted with a reason alone. What was said of the line before it
 * came says nothing of how it came.
 */
export function temperatureProblem(line: OrderLine): Refusal | null {
  if (effectiveQuantities(line).receivedMicro <= 0) return null;
  return measurementProblem(temperatureBounds(line), {
    temperatureMicro: line.temperatureMicro,
    note: line.noteOfReceipt ? line.note : null,
    reason: line.reasonOfReceipt ? line.reason : null,
  });
}

/** The same of anything that came and is accepted, whatever document it came by. */
export function measurementProblem(
  bounds: TemperatureBounds | null,
  { temperatureMicro = null, note, reason }: MeasuredLine,
): Refusal | null {
  if (bounds === null) return null;
  if (temperatureMicro === null) return isNotBlank(note) ? null : refusal('temperature-asked');
  const side = temperatureSideOutOfBounds(fromMicro(temperatureMicro), bounds);
  if (side === null || isNotBlank(reason)) return null;
  const bound = (side === 'too-warm' ? bounds.max : bounds.min) ?? 0;
  return refusal(side, { measured: degrees(temperatureMicro), bound: degrees(toMicro(bound)) });
}

const degrees = (micro: number) => String(fromMicro(micro));
