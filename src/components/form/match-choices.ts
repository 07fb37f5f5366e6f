import { createSearch } from '#src/lib/rank.ts';

/** A row that can be chosen. */
export interface RowChoice {
  _id: string;
  name: string;
  /** Code, second name: searched too, and shown dimmed behind the name. */
  note?: string | null | undefined;
  /** What it is called in the other language: searched, and not shown. */
  nameAlt?: string | null | undefined;
  /** An archived row is not offered; one that is chosen already stays, and says so. */
  isActive?: boolean | undefined;
}

const search = createSearch<RowChoice>(({ name, nameAlt, note }) => ({
  names: [name, nameAlt],
  codes: [note],
}));

/** The choices that fit what was typed, best first; at most `most`. */
export function matchChoices(choices: readonly RowChoice[], typed: string, most: number): RowChoice[] {
  return search(typed, choices.filter(isOffered), most);
}

const isOffered = ({ isActive }: RowChoice) => isActive !== false;
