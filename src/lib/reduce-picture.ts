/** Longer side of what is sent, in pixels: a label can be read on it, and it is a tenth of what a phone takes. */
const mostPixels = 1600;

/**
 * A picture made smaller by the browser, as JPEG: nothing of the file is left but what can be seen. Null where this
 * browser cannot read it: then the file itself is what there is.
 */
export async function reducePicture(file: Blob): Promise<Blob | null> {
  if (typeof createImageBitmap === 'undefined' || typeof document === 'undefined') return null;
  const source = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (source === null) return null;
  const scale = Math.min(1, mostPixels / Math.max(source.width, source.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // JPEG has no transparency: what shows through is paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  source.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82));
}
