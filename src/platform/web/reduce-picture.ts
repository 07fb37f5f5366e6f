/** Longer side of an uploaded picture in pixels: labels stay readable at a tenth of the original size. */
const maxSidePixels = 1600;

/**
 * Returns a smaller JPEG of a picture without its metadata, or null when the browser cannot decode the file;
 * the original is then uploaded.
 */
export async function reducePicture(file: Blob): Promise<Blob | null> {
  if (typeof createImageBitmap === 'undefined' || typeof document === 'undefined') return null;
  const source = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (source === null) return null;
  const scale = Math.min(1, maxSidePixels / Math.max(source.width, source.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // JPEG has no transparency, so transparent areas become white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  source.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82));
}
