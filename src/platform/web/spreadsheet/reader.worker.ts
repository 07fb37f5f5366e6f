import { FileProblem } from './file-problem.ts';
import { readTable } from './read-table.ts';
import type { ReadOptions } from './table.ts';

/** Reads one file off the main thread. */
self.onmessage = async ({ data }: MessageEvent<{ bytes: Uint8Array<ArrayBuffer>; options: ReadOptions }>) => {
  try {
    self.postMessage({ table: await readTable(data.bytes, data.options) });
  } catch (error) {
    const { code, row } = error instanceof FileProblem ? error : new FileProblem('damaged');
    self.postMessage({ code, row });
  }
};
