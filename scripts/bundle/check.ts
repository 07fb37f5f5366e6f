/** One requirement of a build. */
export interface Check {
  /** The requirement with its figure and limit. */
  label: string;
  isPassing: boolean;
}
