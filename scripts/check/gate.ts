import type { StepResult } from './result.ts';
import { runTool } from './run-command.ts';

/** Runs pass/fail tools, and counts each of them as one test. */
export async function runGate(
  commands: [script: string, ...args: string[]][],
  note = '',
): Promise<StepResult> {
  const result: StepResult = { passed: 0, failed: 0, skipped: 0, note, output: '' };
  for (const [script, ...args] of commands) {
    const { code, output } = await runTool(script, args);
    if (code === 0) result.passed += 1;
    else {
      result.failed += 1;
      result.output += `> ${script} ${args.join(' ')}\n${output}\n`;
    }
  }
  return result;
}
