import { FileProblem, type FileProblemCode } from './file-problem.ts';
import { maxFileBytes, maxReadMs } from './limits.ts';
import type { FileTable, ReadOptions } from './table.ts';

type ReadResult = { table: FileTable } | { code: FileProblemCode; row: number | null };

/**
 * Reads a file chosen by the user, in a worker if available. Throws `FileProblem`, and the signal's reason
 * when aborted.
 */
export async function readFile(file: File, options: ReadOptions, signal: AbortSignal): Promise<FileTable> {
  // A file that is too large is rejected before reading it.
  if (file.size > maxFileBytes) throw new FileProblem('too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  signal.throwIfAborted();
  if (typeof Worker === 'undefined') {
    const { readTable } = await import('./read-table.ts');
    return readTable(bytes, options);
  }
  const result = await readInWorker({ bytes, options }, signal);
  if ('table' in result) return result.table;
  throw new FileProblem(result.code, result.row);
}

function readInWorker(request: object, signal: AbortSignal): Promise<ReadResult> {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<ReadResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadResult>) => resolve(data);
    // A file that takes too long is aborted together with its worker.
    timer = setTimeout(() => reject(new FileProblem('too-slow')), maxReadMs);
    worker.onerror = () => reject(new FileProblem('damaged'));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.postMessage(request);
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
