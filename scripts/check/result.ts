/** Result of a step. A gate counts as one test; a test run counts its tests. */
export interface StepResult {
  passed: number;
  failed: number;
  skipped: number;
  /** A short note for the step's line. */
  note: string;
  /** The step's output; shown on failure. */
  output: string;
}

export interface CheckStep {
  name: string;
  summary: string;
  /** Whether the step runs only with `--full`. */
  isOnlyFull?: true;
  run(isFull: boolean): Promise<StepResult>;
}
