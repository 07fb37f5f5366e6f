import type { CellVocabulary } from '#contract/imports/cell-codec.ts';
import {
  conversions,
  type ImportColumn,
  type ImportKind,
  perOrderUnit,
  rowId,
} from '#contract/imports/kinds.ts';
import type { CollectionKey } from '#contract/resources/index.ts';
import { foldText } from '#domain/text.ts';
import type { ImportCellFault } from '#src/collections/master-data/imports.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { formatList } from '#src/lib/format/list.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { type TranslationOf, useMessages } from '#src/lib/i18n/messages.ts';
import type { FieldPlace } from '#src/master-data/form/resource-field.tsx';
import { arabic as listsInArabic } from '#src/master-data/list-messages.ar.ts';
import { resourceListMessages } from '#src/master-data/list-messages.ts';
import { arabic as resourcesInArabic } from '#src/master-data/messages.ar.ts';
import { type AnyResourceTexts, resourceMessages } from '#src/master-data/messages.ts';
import { refusalReasonText } from '#src/master-data/reason-text.ts';
import { arabic } from './messages.ar.ts';
import { importMessages } from './messages.ts';

export type ImportTexts = TranslationOf<typeof importMessages>;
type ListTexts = TranslationOf<typeof resourceListMessages>;
type AllTexts = Readonly<Record<CollectionKey, AnyResourceTexts>>;

/** The columns that no definition has. */
const ownWords: Readonly<Record<string, 'perOrderUnit' | 'conversions' | 'rowId'>> = {
  [perOrderUnit]: 'perOrderUnit',
  [conversions]: 'conversions',
  [rowId]: 'rowId',
};

/** What a column is called. */
function columnWord(kind: ImportKind, { key, field }: ImportColumn, all: AllTexts, t: ImportTexts): string {
  const own = ownWords[key];
  if (own) return t[own];
  const [prefix = '', name = ''] = key.split('.');
  const part = kind.parts.find((each) => each.prefix === prefix);
  if (part) {
    const texts = all[part.resource.collection];
    return t.partColumn(texts.one, texts.fields[name] ?? field.label);
  }
  if (!kind.resource) return t.opening[key as keyof ImportTexts['opening']] ?? field.label;
  return all[kind.resource.collection].fields[key] ?? field.label;
}

/** The words of a column's choices. */
function choiceWords(
  kind: ImportKind,
  { key }: ImportColumn,
  all: AllTexts,
): Readonly<Record<string, string>> {
  const [prefix = '', name] = key.split('.');
  const part = kind.parts.find((each) => each.prefix === prefix);
  const resource = part?.resource ?? kind.resource;
  return resource ? (all[resource.collection].choices[name ?? key] ?? {}) : {};
}

/** A word in a structured value, as one language says it. */
function vocabularyWord(key: string, t: ImportTexts, { allergens, allergenStates }: ListTexts): string {
  const words: Readonly<Record<string, string>> = { ...allergens, ...allergenStates, ...t.vocabulary };
  return words[key] ?? key;
}

/** What an import is of, in words. */
function kindWord({ resource }: ImportKind, all: AllTexts, t: ImportTexts): string {
  return resource ? all[resource.collection].many : t.openingStock;
}

/** All that a screen and its files say of an import, in its language. */
export function useColumnWords(kind: ImportKind): ColumnWords {
  const t = useMessages(importMessages);
  const lists = useMessages(resourceListMessages);
  return columnWords(kind, t, useMessages(resourceMessages), lists);
}

export function columnWords(kind: ImportKind, t: ImportTexts, all: AllTexts, lists: ListTexts) {
  const inCell: CellVocabulary = { weekday: formatWeekday, word: (key) => vocabularyWord(key, t, lists) };
  return {
    t,
    yes: lists.yes,
    no: lists.no,
    inCell,
    /** What a form says under the input of a field. */
    hintOf: ({ key }: ImportColumn): string =>
      (kind.resource && all[kind.resource.collection].hints[key]) ?? '',
    /** The list that a column refers to; null where it refers to none. */
    listOf: ({ field: { refersTo } }: ImportColumn): string | null =>
      refersTo === null ? null : (all[refersTo as CollectionKey]?.many ?? null),
    many: kindWord(kind, all, t),
    wordOf: (column: ImportColumn) => columnWord(kind, column, all, t),
    choicesOf: (column: ImportColumn) => choiceWords(kind, column, all),
  };
}

export type ColumnWords = ReturnType<typeof columnWords>;

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

/** The field that a column is read as, of the row itself or of a part of it (`pack.price`); null where it is of none. */
export function fieldPlace({ resource, parts }: ImportKind, key: string): FieldPlace {
  const [prefix = '', name] = key.split('.');
  const part = parts.find((each) => each.prefix === prefix);
  const owner = part?.resource ?? resource;
  return owner ? { resource: owner, name: name ?? key } : null;
}

/** What is wrong with a cell and how to mend it. */
export function faultText(
  fault: ImportCellFault,
  column: ImportColumn | undefined,
  choices: Readonly<Record<string, string>>,
  { t: { faults, forms }, inCell }: Pick<ColumnWords, 't' | 'inCell'>,
): string {
  const { code, message, otherRow } = fault;
  switch (code) {
    case 'needed':
    case 'not-number':
    case 'not-date':
    case 'not-yes-no':
    case 'not-found':
    case 'ambiguous':
    case 'taken':
    case 'no-such-row':
      return faults[code];
    case 'not-choice':
      return faults['not-choice'](
        formatList((column?.field.options ?? []).map((option) => choices[option] ?? option)),
      );
    case 'not-readable':
      return column?.codec
        ? faults['not-readable'](forms[column.codec.form], column.codec.write(column.codec.sample, inCell))
        : message;
    case 'twice-in-file':
      return otherRow === null ? message : faults['twice-in-file'](formatCount(otherRow));
    default:
      return refusalReasonText(fault);
  }
}
