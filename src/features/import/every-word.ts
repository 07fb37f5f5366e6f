import type { ImportColumn, ImportKind } from '#contract/imports/kinds.ts';
import { foldText } from '#domain/text.ts';
import { arabic as listsInArabic } from '#src/master-data/list-messages.ar.ts';
import { resourceListMessages } from '#src/master-data/list-messages.ts';
import { arabic as resourcesInArabic } from '#src/master-data/messages.ar.ts';
import { resourceMessages } from '#src/master-data/messages.ts';
import { choiceWords, columnWord, type ImportTexts, type ListTexts, vocabularyWord } from './column-words.ts';
import { arabic } from './messages.ar.ts';
import { importMessages } from './messages.ts';

const languages: readonly (readonly [ImportTexts, Parameters<typeof columnWord>[2], ListTexts])[] = [
  [importMessages.en, resourceMessages.en, resourceListMessages.en],
  [arabic, resourcesInArabic, listsInArabic],
];

/** What the sheet is called that explains a workbook's columns: it is never what is imported. */
export const guideSheets: readonly string[] = languages.map(([t]) => t.guide.sheet);

/** What columns, choices and the words in cells are called in every language: files come in either, whatever the screen speaks. */
export function everyWord(kind: ImportKind) {
  return {
    ofColumn: (column: ImportColumn): string[] =>
      languages.map(([t, resources]) => columnWord(kind, column, resources, t)),
    /** Folded words of choices and of structured values -> what they mean. */
    ofCells(column: ImportColumn): Record<string, string> {
      const { codec, field } = column;
      const said = languages.flatMap(([t, resources, lists]) => {
        const words = choiceWords(kind, column, resources);
        const choices = field.options.map((option) => [words[option] ?? option, option] as const);
        const inCells = (codec?.vocabulary ?? []).map((key) => [vocabularyWord(key, t, lists), key] as const);
        return [...choices, ...inCells];
      });
      return Object.fromEntries(said.map(([word, key]) => [foldText(word), key]));
    },
  };
}

export type EveryWord = ReturnType<typeof everyWord>;
