/** A problem in a file, described so that it can be corrected. */
export interface ImportProblem {
  file: string;
  /** Line 1 is the header. */
  line: number;
  column: string;
  message: string;
}

/** Formats a problem: `products.csv line 17, column productName: a value is required.` */
export function formatProblem({ file, line, column, message }: ImportProblem): string {
  return `${file} line ${line}, column ${column}: ${message}`;
}

/** An import that can't start: one sentence with a remedy. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
