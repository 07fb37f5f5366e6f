/** What a step came to. A gate counts as one test; a test run counts its tests. */
export interface StepResult {
  passed: number;
  failed: number;
  skipped: number;
  /** A few words for the step's line. */
  note: string;
  /** Everything the step printed; shown when something failed. */
  output: string;
}

export interface Step {
  name: string;
  summary: string;
  run(): Promise<StepResult>;
}
