import type { CountProgress } from '#contract/counts.ts';
import type { SheetLine } from './merge-entries.ts';

/** What stands in no section, in the address and among the sections. */
export const noSection = 'none';

/** A section of a count as far as it is counted, this device's own entries included. */
export interface SectionProgress {
  /** `noSection` for what stands in none. */
  id: string;
  name: string;
  lines: number;
  counted: number;
  takenBy: string | null;
  takenByName: string | null;
}

/**
 * The sections in the order in which their lines stand.
 *
 * @param nameOf what they are called in the language of the reader, by their ids, as far as that is known
 */
export function sectionsWithProgress(
  lines: readonly SheetLine[],
  progress: CountProgress | undefined,
  noName: string,
  nameOf: ReadonlyMap<string, string> = new Map(),
): SectionProgress[] {
  const taken = new Map(progress?.sections.map((each) => [each.section ?? noSection, each]));
  const found = new Map<string, SectionProgress>();
  for (const { section, sectionName, countedQty, recount } of lines) {
    const id = section ?? noSection;
    const by = taken.get(id);
    const known = found.get(id) ?? {
      id,
      name: nameOf.get(id) ?? sectionName ?? by?.name ?? noName,
      lines: 0,
      counted: 0,
      takenBy: by?.takenBy ?? null,
      takenByName: by?.takenByName ?? null,
    };
    known.lines += 1;
    // A line that is to be counted again is not counted until it was.
    if (countedQty !== null && !recount) known.counted += 1;
    found.set(id, known);
  }
  return [...found.values()];
}

/** Walking order as the server sent it; what was added since stands with its section, behind the others of it. */
export function walkingOrder(order: readonly { lineId: string; section: string | null; added: boolean }[]) {
  const sections = new Map<string, number>();
  const places = new Map<string, number>();
  for (const [at, { lineId, section }] of order.entries()) {
    if (!sections.has(section ?? noSection)) sections.set(section ?? noSection, sections.size);
    places.set(lineId, at);
  }
  const sectionAt = ({ section }: SheetLine) => sections.get(section ?? noSection) ?? sections.size;
  return (a: SheetLine, b: SheetLine): number =>
    sectionAt(a) - sectionAt(b) || (places.get(a.lineId) ?? 0) - (places.get(b.lineId) ?? 0);
}
