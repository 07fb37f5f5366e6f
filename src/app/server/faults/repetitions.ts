import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const isFull = process.env['FAULT_SCALE'] === 'full';
const figures = join(import.meta.dirname, '../../../../.cache/faults.jsonl');

/** Returns the number of repetitions: few in `npm test`, the full count in `npm run test:faults`. */
export function repetitions(reduced: number, full: number): number {
  return isFull ? full : reduced;
}

/**
 * Records a full run's measurements for docs/faults.md. Times are recorded and never asserted: a slow machine
 * is no fault. Does nothing in a reduced run.
 *
 * @param fault the row of the table of faults, `F1`
 * @param engine `SQLite`, `PostgreSQL`, or `both` where it doesn't matter
 */
export function recordMeasurement(
  fault: string,
  engine: string,
  result: Record<string, string | number>,
): void {
  if (!isFull) return;
  mkdirSync(dirname(figures), { recursive: true });
  appendFileSync(figures, `${JSON.stringify({ fault, engine, result })}\n`);
}
