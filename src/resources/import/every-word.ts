import type { ImportColumn, ImportKind } from '#contract/imports/kinds.ts';
import { arabic as resourcesInArabic } from '../messages.ar.ts';
import { resourceMessages } from '../messages.ts';
import { choiceWords, columnWord, type ImportTexts } from './column-words.ts';
import { arabic } from './messages.ar.ts';
import { importMessages } from './messages.ts';

const languages: readonly (readonly [ImportTexts, Parameters<typeof columnWord>[2]])[] = [
  [importMessages.en, resourceMessages.en],
  [arabic, resourcesInArabic],
];

/** What columns and choices are called in every language: files come in either, whatever the screen speaks. */
export function useEveryWord(kind: ImportKind) {
  return {
    ofColumn: (column: ImportColumn): string[] =>
      languages.map(([t, resources]) => columnWord(kind, column, resources, t)),
    ofChoices(column: ImportColumn): Record<string, string[]> {
      const all = languages.map(([, resources]) => choiceWords(kind, column, resources));
      return Object.fromEntries(
        column.field.options.map((option) => [option, all.flatMap((words) => words[option] ?? [])]),
      );
    },
  };
}
