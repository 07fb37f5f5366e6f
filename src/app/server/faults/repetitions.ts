import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const isFull = process.env['FAULT_SCALE'] === 'full';
const measurementsFile = join(import.meta.dirname, '../../../../.cache/faults.jsonl');

/** Returns the number of repetitions: few in `npm test`, the full count in `npm run test:faults`. */
export function chooseRepetitions(reduced: number, full: number): number {
  return isFull ? full : reduced;
}

/** Returns the positions 1 to `count`: all of them in a full run, otherwise every fourth one and the last. */
export function listCutPositions(count: number): number[] {
  const step = chooseRepetitions(4, 1);
  const positions = Array.from({ length: count }, (_, index) => index + 1);
  return positions.filter((position) => (position - 1) % step === 0 || position === count);
}

/**
 * Records a full run's measurements for docs/faults.md. Times are recorded but never asserted, because a slow
 * machine is not a fault. Does nothing in a reduced run.
 *
 * @param fault the row in the table of faults, such as `F1`
 * @param engine `SQLite`, `PostgreSQL`, or `both` if the engine doesn't matter
 */
export function recordMeasurement(
  fault: string,
  engine: string,
  result: Record<string, string | number>,
): void {
  if (!isFull) return;
  mkdirSync(dirname(measurementsFile), { recursive: true });
  appendFileSync(measurementsFile, `${JSON.stringify({ fault, engine, result })}\n`);
}
