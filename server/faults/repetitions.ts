import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const isFull = process.env['FAULT_SCALE'] === 'full';
const figures = join(import.meta.dirname, '../../.cache/faults.jsonl');

/** How often a fault is tried: few times in `npm test`, the whole count in `npm run test:faults`. */
export function repetitions(reduced: number, full: number): number {
  return isFull ? full : reduced;
}

/**
 * Notes what a full run measured, for docs/faults.md. Figures of time are noted here and never asserted: a
 * slow machine is no fault. Does nothing in a reduced run.
 *
 * @param fault the row of the table of faults, `F1`
 * @param engine where it ran: `SQLite`, `PostgreSQL`, or `both` for what does not depend on it
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
