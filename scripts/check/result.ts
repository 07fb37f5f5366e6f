/** Result of a step. A gate counts as one test; a test run counts its tests. */
export interface StepResult {
  passed: number;
  failed: number;
  skipped: number;
  /** A few words for the step's line. */
  note: string;
  /** Everything the step printed; shown when something failed. */
  output: string;
}

export interface CheckStep {
  name: string;
  summary: string;
  /** Left out of a run without `--full`. */
  isOnlyFull?: true;
  run(isFull: boolean): Promise<StepResult>;
}
