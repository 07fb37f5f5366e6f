/** Texts shorter than this gain nothing worth the time. */
const worthPacking = 1000;

/** A text as it is kept: `body` itself, or `packed`, and `body` is empty. */
export interface StoredText {
  body: string;
  packed: Uint8Array | null;
}

/** What of Node is used where it runs; the dashboard's server in the browser has streams alone. */
interface OnNode {
  process?: { getBuiltinModule?(name: 'node:zlib'): { deflateRawSync(text: string): Uint8Array } };
}
const zlib = (globalThis as OnNode).process?.getBuiltinModule?.('node:zlib');

/**
 * Deflates a long text; `unpack` gives back the same text, byte by byte. Where Node runs, in one go: a transaction that
 * keeps it has everybody else waiting, and a stream's way through other threads takes longer than the work.
 */
export async function pack(text: string): Promise<StoredText> {
  if (text.length < worthPacking) return { body: text, packed: null };
  const packed = zlib
    ? new Uint8Array(zlib.deflateRawSync(text))
    : await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  return { body: '', packed };
}

/** The text that was packed. Rejects with a `TypeError` for bytes that `pack` did not make. */
export async function unpack({ body, packed }: StoredText): Promise<string> {
  if (packed === null) return body;
  const bytes = await through(new DecompressionStream('deflate-raw'), Uint8Array.from(packed));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  const [read] = await Promise.all([
    new Response(stream.readable).arrayBuffer(),
    writer.write(bytes).then(() => writer.close()),
  ]);
  return new Uint8Array(read);
}
