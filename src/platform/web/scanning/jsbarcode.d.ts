/** The one part of the library that is used: of all its symbologies Code 128, and nothing that draws. */
declare module 'jsbarcode/bin/barcodes/CODE128/index.js' {
  export class CODE128 {
    constructor(text: string, options: { ean128?: boolean });
    valid(): boolean;
    encode(): { data: string };
  }
}
