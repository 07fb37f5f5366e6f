/** One requirement of a build. */
export interface Check {
  /** The requirement with the measured value and the limit. */
  label: string;
  isPassing: boolean;
}
