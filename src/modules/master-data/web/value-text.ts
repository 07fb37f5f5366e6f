import { readRecord, readTexts } from '#platform/shapes/tolerant.ts';
import { formatList } from '#platform/web/format/list.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';

/** Returns the rows of a structured value that is a list. */
export const readValueRows = (value: unknown) => (Array.isArray(value) ? value.map(readRecord) : []);

/** Joins texts as a list or with a separator; null if there are none. */
export const joinTexts = (parts: readonly string[], separator?: string) =>
  parts.length === 0 ? null : separator === undefined ? formatList(parts) : parts.join(separator);

export const formatTextList = (value: unknown) => joinTexts(readTexts(value));

export const formatWeekdays = (value: unknown) =>
  joinTexts(readTexts(value).map((weekday) => formatWeekday(Number(weekday))));
