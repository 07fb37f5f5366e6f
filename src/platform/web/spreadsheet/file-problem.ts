/** Reason why a file cannot be read as a table. */
export type FileProblemCode =
  | 'empty'
  | 'too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-many-cells'
  | 'too-many-characters'
  | 'cell-too-long'
  | 'too-slow'
  | 'pdf'
  | 'html'
  | 'picture'
  | 'old-excel'
  | 'locked'
  | 'other-zip'
  | 'bomb'
  | 'damaged'
  | 'binary'
  | 'open-quote'
  | 'no-rows';

/** Error for a rejected file; the screen provides the message. `row` is where the problem is, if known. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly code: FileProblemCode;
  readonly row: number | null;

  constructor(code: FileProblemCode, row: number | null = null) {
    super(`The file cannot be read: ${code}.`);
    this.code = code;
    this.row = row;
  }
}
