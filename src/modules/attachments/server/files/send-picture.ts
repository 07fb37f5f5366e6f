import type { RouteResponse, ReadContext } from '#platform/server/http/route.ts';
import { loadStoredFile } from './store.ts';

/** Uploaded files can't run scripts or load anything, even if a browser treats one as a page. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

interface StoredPicture {
  /** Suggested file name, without its extension. */
  name: string;
  hash: string;
  fileId: string;
  thumbId: string;
}

/** Returns the picture's bytes, or 304 if the client has them; null if the file is missing. */
export async function sendPicture(
  { db, buildEtag, hasTag }: Pick<ReadContext, 'db' | 'buildEtag' | 'hasTag'>,
  picture: StoredPicture,
  size: 'thumb' | 'full',
): Promise<RouteResponse | null> {
  const etag = await buildEtag(picture.hash);
  const commonHeaders = { etag, 'content-security-policy': policy };
  if (hasTag(etag)) {
    return { status: 200, headers: commonHeaders, respond: () => new Response(null, { status: 304 }) };
  }
  const file = await loadStoredFile(db, size === 'thumb' ? picture.thumbId : picture.fileId);
  if (!file) return null;
  const headers = {
    ...commonHeaders,
    'content-type': file.type,
    'content-length': String(file.bytes.length),
    'content-disposition': buildContentDisposition(picture.name, file.type),
  };
  return { status: 200, headers, respond: () => new Response(file.bytes) };
}

/** Builds the header for inline display with a file name that is safe for file systems. */
function buildContentDisposition(name: string, type: string): string {
  const extension = type.replace(/^image\//, '').replace(/[^a-z0-9]/g, '');
  const safeName = name.replace(/[^\p{L}\p{N}()-]+/gu, ' ').trim() || 'picture';
  const asciiName = safeName.replace(/[^A-Za-z0-9 ()-]+/g, '').trim() || 'picture';
  const encoded = encodeURIComponent(`${safeName}.${extension}`).replace(
    /[()]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `inline; filename="${asciiName}.${extension}"; filename*=UTF-8''${encoded}`;
}
