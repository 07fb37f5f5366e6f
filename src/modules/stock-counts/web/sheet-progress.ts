import type { CountProgress } from '../shapes.ts';
import type { SheetLine } from './merge-entries.ts';

/** Id for lines without a section, in the URL and in the list of sections. */
export const noSection = 'none';

/** Section of a count with its progress, including this device's unsent entries. */
export interface SectionProgress {
  /** `noSection` for lines without one. */
  id: string;
  name: string;
  lines: number;
  counted: number;
  claimedBy: string | null;
  claimedByName: string | null;
}

/**
 * Returns the sections with their progress, in the order of their lines.
 *
 * @param sectionNames translated section names by id, once loaded
 */
export function getSectionProgress(
  lines: readonly SheetLine[],
  progress: CountProgress | undefined,
  noSectionName: string,
  sectionNames: ReadonlyMap<string, string> = new Map(),
): SectionProgress[] {
  const serverSections = new Map(
    progress?.sections.map((progressRow) => [progressRow.section ?? noSection, progressRow]),
  );
  const sections = new Map<string, SectionProgress>();
  for (const { section, sectionName, countedQty, isMarkedForRecount } of lines) {
    const id = section ?? noSection;
    const serverSection = serverSections.get(id);
    const entry = sections.get(id) ?? {
      id,
      name: sectionNames.get(id) ?? sectionName ?? serverSection?.name ?? noSectionName,
      lines: 0,
      counted: 0,
      claimedBy: serverSection?.claimedBy ?? null,
      claimedByName: serverSection?.claimedByName ?? null,
    };
    entry.lines += 1;
    // A line that must be recounted counts as uncounted.
    if (countedQty !== null && !isMarkedForRecount) entry.counted += 1;
    sections.set(id, entry);
  }
  return [...sections.values()];
}

/** Returns a comparator for the server's order of lines; added lines come last in their section. */
export function createLineComparator(
  order: readonly { lineId: string; section: string | null; isAdded: boolean }[],
) {
  const sections = new Map<string, number>();
  const positions = new Map<string, number>();
  for (const [index, { lineId, section }] of order.entries()) {
    if (!sections.has(section ?? noSection)) sections.set(section ?? noSection, sections.size);
    positions.set(lineId, index);
  }
  const getSectionIndex = ({ section }: SheetLine) => sections.get(section ?? noSection) ?? sections.size;
  return (a: SheetLine, b: SheetLine): number =>
    getSectionIndex(a) - getSectionIndex(b) ||
    (positions.get(a.lineId) ?? 0) - (positions.get(b.lineId) ?? 0);
}
