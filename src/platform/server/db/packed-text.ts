/** Minimum length in characters; compressing shorter text isn't worth the time. */
const minPackedLength = 1000;

/** A stored text: `body` itself, or `packed` with an empty `body`. */
export interface StoredText {
  body: string;
  packed: Uint8Array | null;
}

/** The Node APIs used if available; a browser tab has only streams. */
interface NodeGlobals {
  process?: { getBuiltinModule?(name: 'node:zlib'): { deflateRawSync(text: string): Uint8Array } };
}
const zlib = (globalThis as NodeGlobals).process?.getBuiltinModule?.('node:zlib');

/**
 * Deflates long text; `unpack` restores it exactly. On Node this is synchronous, because an open transaction
 * blocks other writers and a stream through the thread pool takes longer than compressing.
 */
export async function pack(text: string): Promise<StoredText> {
  if (text.length < minPackedLength) return { body: text, packed: null };
  const packed = zlib
    ? new Uint8Array(zlib.deflateRawSync(text))
    : await pipeThrough(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  return { body: '', packed };
}

/** Restores a packed text. Rejects with a `TypeError` for bytes that `pack` did not produce. */
export async function unpack({ body, packed }: StoredText): Promise<string> {
  if (packed === null) return body;
  const bytes = await pipeThrough(new DecompressionStream('deflate-raw'), Uint8Array.from(packed));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

async function pipeThrough(
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
