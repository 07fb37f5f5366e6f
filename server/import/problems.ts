/** One thing that is wrong with a file, said so that somebody can mend it. */
export interface ImportProblem {
  file: string;
  /** 1 is the header. */
  line: number;
  column: string;
  message: string;
}

/** `orders.csv line 17, column requiredDate: "1996-13-01" is not a date; write YYYY-MM-DD.` */
export function formatProblem({ file, line, column, message }: ImportProblem): string {
  return `${file} line ${line}, column ${column}: ${message}`;
}

/** An import that cannot begin: one sentence, and what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
