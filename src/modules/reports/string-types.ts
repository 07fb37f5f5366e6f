import type { ReportName, reportShapes } from './report-shapes.ts';
import type { ReportArea, ReportDimension } from '#platform/reports/shape-types.ts';

type Shapes = typeof reportShapes;

/** Every column key of every report. */
export type ReportColumnKey = Shapes[ReportName]['columns'][number]['key'];

/**
 * Names and descriptions of reports and their columns for screens, files and emails. Shared because the
 * server writes files and emails.
 */
export interface ReportStrings {
  names: Readonly<Record<ReportName, string>>;
  /** Describes the report in one line. */
  about: Readonly<Record<ReportName, string>>;
  /** Definitions and included rows, if they don't fit into that line. */
  details: Readonly<Partial<Record<ReportName, string>>>;
  areas: Readonly<Record<ReportArea, string>>;
  dimensions: Readonly<Record<ReportDimension, string>>;
  columns: Readonly<Record<ReportColumnKey, string>>;
  /** Label for a missing reason. */
  noReason: string;
  total: string;
}
