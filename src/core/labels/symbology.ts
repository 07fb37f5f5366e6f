/**
 * Returns the symbology identifier of a scanned code, and whether it identifies something other than GS1
 * (`]C1` is GS1-128; `]d2`, `]Q3`, `]J1` and `]e0` are the other GS1 identifiers).
 */
export function readSymbology(text: string): { identifier: string; isNotGs1: boolean } {
  const [identifier = ''] = /^\][A-Za-z]\w/.exec(text) ?? [];
  return { identifier, isNotGs1: identifier !== '' && !/C1|J1|Q3|d2|e/.test(identifier) };
}

/** Removes the symbology identifier of a scanned code, unless it identifies GS1. */
export function stripSymbology(text: string): string {
  const { identifier, isNotGs1 } = readSymbology(text);
  return (isNotGs1 ? text.slice(identifier.length) : text).trim();
}
