/** One thing that a build must keep to. */
export interface Check {
  /** What is checked, with the figure and its limit. */
  says: string;
  holds: boolean;
}
