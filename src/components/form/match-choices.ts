import { foldText } from '#domain/text.ts';

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

/** Lists in the cache never change, so each is folded once. */
const folded = new WeakMap<readonly RowChoice[], readonly { choice: RowChoice; text: string }[]>();

function foldedRows(choices: readonly RowChoice[]) {
  const made =
    folded.get(choices) ??
    choices.map((choice) => ({
      choice,
      text: foldText(`${choice.name} ${choice.note ?? ''} ${choice.nameAlt ?? ''}`),
    }));
  folded.set(choices, made);
  return made;
}

/** The choices that have all the words typed, those that begin with them first; at most `most`. */
export function matchChoices(choices: readonly RowChoice[], typed: string, most: number): RowChoice[] {
  const wanted = foldText(typed).trim();
  const words = wanted.split(' ').filter(Boolean);
  const [first, others]: [RowChoice[], RowChoice[]] = [[], []];
  for (const { choice, text } of foldedRows(choices)) {
    if (choice.isActive === false || !words.every((word) => text.includes(word))) continue;
    if (text.startsWith(wanted)) first.push(choice);
    else if (others.length < most) others.push(choice);
    if (first.length >= most) break;
  }
  return [...first, ...others].slice(0, most);
}
