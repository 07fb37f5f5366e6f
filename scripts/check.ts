// `npm test` on the pinned Node: a short check that the product works. `npm test -- --full` runs every test,
// `npm test -- --only unit,e2e` some of the steps, and `npm test -- --list` lists the steps.
import { parseArgs } from 'node:util';
import type { CheckStep, StepResult } from './check/result.ts';
import { getPhases, steps } from './check/steps.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean' }, full: { type: 'boolean' } },
});
const isFull = values.full === true;

if (values.list === true) {
  for (const step of steps) process.stdout.write(`${step.name.padEnd(10)} ${step.summary}\n`);
  process.exit(0);
}

const selected =
  values.only?.split(',') ?? steps.filter((step) => isFull || !step.isOnlyFull).map((step) => step.name);
const unknown = selected.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No such step: ${unknown.join(', ')}. "npm test -- --list" lists all steps.\n`);
  process.exit(1);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const started = Date.now();
for (const lanes of getPhases(selected)) await Promise.all(lanes.map(runLane));

process.stdout.write(`\nThe whole run took ${formatSeconds(Date.now() - started)}.\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function runLane(lane: readonly CheckStep[]): Promise<void> {
  for (const step of lane) {
    const stepStarted = Date.now();
    const result = await step.run(isFull).catch(toCrashResult);
    report(step.name, result, Date.now() - stepStarted);
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
  }
}

function report(name: string, result: StepResult, durationMs: number): void {
  const mark = result.failed > 0 ? 'FAILED' : result.passed === 0 ? 'skipped' : 'ok';
  process.stdout.write(
    `${mark.padEnd(8)} ${name.padEnd(10)} ${formatSeconds(durationMs).padStart(8)}  ${result.note}\n`,
  );
  if (result.failed > 0) process.stdout.write(`\n${result.output}\n\n`);
}

function toCrashResult(error: unknown): StepResult {
  const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { passed: 0, failed: 1, skipped: 0, note: 'could not run', output };
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
