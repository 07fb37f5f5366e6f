/** What a scanner says of the kind of code before it, and whether that is another than GS1 (`]C1` is GS1-128, `]d2`, `]Q3`, `]J1` and `]e0` are others). */
export function readSymbology(text: string): { said: string; isOther: boolean } {
  const [said = ''] = /^\][A-Za-z]\w/.exec(text) ?? [];
  return { said, isOther: said !== '' && !/C1|J1|Q3|d2|e/.test(said) };
}

/** A code as it was scanned, without what a scanner says of its kind; one that is GS1 goes on saying so. */
export function stripSymbology(text: string): string {
  const { said, isOther } = readSymbology(text);
  return (isOther ? text.slice(said.length) : text).trim();
}
