import { readObject as readAnyObject, readShape } from '#platform/shapes/read-shape.ts';
import type { Shape, Wire } from '#platform/shapes/shape.ts';
import { type JsonRecord, readId, readText } from '#platform/shapes/tolerant.ts';
import type { Reply } from '#platform/web/api/call.ts';
import { getDisplayNames } from '#platform/web/i18n/display-names.ts';
import { readList, readOne } from './read-query.ts';

/**
 * Returns a tolerant reader for rows of a shape; it returns null for a row that lacks a required field. The
 * name for the current language comes first.
 */
export function createReader<F extends Shape>(shape: F): (row: JsonRecord) => Wire<F> | null {
  return (row) => readShape(shape, row, getDisplayNames);
}

/** Returns a reader for master-data rows; a row without a name is shown with its code or id. */
export function createRowReader<F extends Shape>(shape: F): (row: JsonRecord) => Wire<F> | null {
  const read = createReader(shape);
  return (row) => read(readText(row['name']) === null ? { ...row, name: row['code'] ?? readId(row) } : row);
}

/** Reads one object of a shape; missing fields get the defaults of their kinds. */
export const readObject = <F extends Shape>(shape: F, value: unknown): Wire<F> =>
  readAnyObject(shape, value, getDisplayNames);

/** Reads a response with one object of this shape, whether or not it is wrapped in an envelope. */
export const readResponse = <F extends Shape>(reply: Reply, shape: F): Wire<F> =>
  readOne(reply, (row) => readObject(shape, row));

/** Reads the rows of a list; unreadable ones are dropped and logged. */
export const readRows = <F extends Shape>(reply: Reply, shape: F): Wire<F>[] =>
  readList(reply, createReader(shape)).rows;

/**
 * Returns the reader for documents. If the server doesn't send the number of lines, they are counted.
 */
export function documentReader<F extends Shape>(shape: F): (row: JsonRecord) => Wire<F> | null {
  const read = createReader(shape);
  return (row) => {
    const lines = row['items'];
    return read(
      row['lineCount'] != null || !Array.isArray(lines) ? row : { ...row, lineCount: lines.length },
    );
  };
}
