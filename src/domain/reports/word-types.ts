import type { ReportName, reportShapes } from './shapes.ts';
import type { ReportArea, ReportDimension } from './shape-types.ts';

type Shapes = typeof reportShapes;

/** Every column of every report. */
export type ReportColumnKey = Shapes[ReportName]['columns'][number]['key'];

/**
 * What reports, their figures and their columns are called, and what each of them answers: for screens, files and mails. They stand
 * here because the server writes files and mails, too.
 */
export interface ReportWords {
  names: Readonly<Record<ReportName, string>>;
  /** What it answers, and what counts in it. */
  about: Readonly<Record<ReportName, string>>;
  areas: Readonly<Record<ReportArea, string>>;
  dimensions: Readonly<Record<ReportDimension, string>>;
  columns: Readonly<Record<ReportColumnKey, string>>;
  /** Where no reason was given. */
  noReason: string;
  total: string;
}
