import { createSearch } from '#platform/web/rank.ts';

/** A row that can be selected. */
export interface RowChoice {
  _id: string;
  name: string;
  /** Code or localized name; also searched, and shown dimmed after the name. */
  note?: string | null | undefined;
  /** Name in the other language; searched but not shown. */
  nameAlt?: string | null | undefined;
  /** Archived rows aren't offered; one that is already selected stays selected and is marked. */
  isActive?: boolean | undefined;
}

const search = createSearch<RowChoice>(({ name, nameAlt, note }) => ({
  names: [name, nameAlt],
  codes: [note],
}));

/** Returns the matching options, best first, at most `max`. */
export function matchChoices(choices: readonly RowChoice[], query: string, max: number): RowChoice[] {
  return search(query, choices.filter(isOffered), max);
}

const isOffered = ({ isActive }: RowChoice) => isActive !== false;
