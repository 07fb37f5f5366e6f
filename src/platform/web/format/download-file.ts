/** Downloads a file; text is CSV unless `type` is given. */
export function downloadFile(
  fileName: string,
  content: string | Blob,
  type = 'text/csv;charset=utf-8',
): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
