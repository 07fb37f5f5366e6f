/** Only the encoder for Code 128 is used, without the library's other symbologies and its renderers. */
declare module 'jsbarcode/bin/barcodes/CODE128/index.js' {
  export class CODE128 {
    constructor(text: string, options: { ean128?: boolean });
    valid(): boolean;
    encode(): { data: string };
  }
}
