import type { CellVocabulary } from '../cell-codec.ts';
import { conversions, type ImportColumn, type ImportKind, perOrderUnit, rowId } from '../kinds.ts';
import type { CollectionKey } from '#modules/master-data/collections.ts';
import { foldText } from '#core/text.ts';
import type { CellProblem } from '../shapes.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { type TranslationOf, useMessages } from '#platform/web/i18n/messages.ts';
import type { FieldReference } from '#modules/master-data/web/form/resource-field.tsx';
import { arabic as listsInArabic } from '#modules/master-data/web/list-messages.ar.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import { arabic as resourcesInArabic } from '#modules/master-data/web/messages.ar.ts';
import { type AnyResourceTexts, resourceMessages } from '#modules/master-data/web/messages.ts';
import { localizeRefusalText } from '#modules/master-data/web/localize-refusal.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { arabic } from './messages.ar.ts';
import { importMessages } from './messages.ts';

export type ImportTexts = TranslationOf<typeof importMessages>;
type ListTexts = TranslationOf<typeof resourceListMessages>;
type AllTexts = Readonly<Record<CollectionKey, AnyResourceTexts>>;

/** Columns without a field definition. */
const ownLabels: Readonly<Record<string, 'perOrderUnit' | 'conversions' | 'rowId'>> = {
  [perOrderUnit]: 'perOrderUnit',
  [conversions]: 'conversions',
  [rowId]: 'rowId',
};

/** Returns the label of a column. */
function getColumnLabel(
  kind: ImportKind,
  { key, field }: ImportColumn,
  resourceTexts: AllTexts,
  t: ImportTexts,
): string {
  const ownKey = ownLabels[key];
  if (ownKey) return t[ownKey];
  const [prefix = '', name = ''] = key.split('.');
  const part = kind.parts.find((part) => part.prefix === prefix);
  if (part) {
    const texts = resourceTexts[part.resource.collection];
    return t.partColumn(texts.one, texts.fields[name] ?? field.label);
  }
  if (!kind.resource) return t.opening[key as keyof ImportTexts['opening']] ?? field.label;
  return resourceTexts[kind.resource.collection].fields[key] ?? field.label;
}

/** Returns the labels of a column's choices. */
function getChoiceLabels(
  kind: ImportKind,
  { key }: ImportColumn,
  resourceTexts: AllTexts,
): Readonly<Record<string, string>> {
  const [prefix = '', name] = key.split('.');
  const part = kind.parts.find((part) => part.prefix === prefix);
  const resource = part?.resource ?? kind.resource;
  return resource ? (resourceTexts[resource.collection].choices[name ?? key] ?? {}) : {};
}

/** Returns the word for a key in a structured value, in one language. */
function getVocabularyLabel(key: string, t: ImportTexts, lists: ListTexts): string {
  const words: Readonly<Record<string, string>> = {
    ...lists.allergens,
    ...lists.allergenStates,
    ...lists.nutrients,
    ...lists.nutritionBases,
    ...t.vocabulary,
  };
  return words[key] ?? key;
}

/** Returns the name of the imported collection. */
function getKindLabel({ resource }: ImportKind, resourceTexts: AllTexts, t: ImportTexts): string {
  return resource ? resourceTexts[resource.collection].many : t.openingStock;
}

/** Returns the columns under headings: required ones, others, and those of each part, such as packs. */
function groupColumns(kind: ImportKind, resourceTexts: AllTexts, t: ImportTexts) {
  const titleOf = ({ key, isRequired }: ImportColumn): string => {
    const part = kind.parts.find(({ prefix }) => key.startsWith(`${prefix}.`));
    if (part) return resourceTexts[part.resource.collection].one;
    return isRequired ? t.map.required : getKindLabel(kind, resourceTexts, t);
  };
  return [...Map.groupBy(kind.columns, titleOf)]
    .map(([title, columns]) => ({ title, columns }))
    .toSorted((a, b) => Number(b.title === t.map.required) - Number(a.title === t.map.required));
}

/** Returns the strings for an import screen and its files in the current language. */
export function useImportLabels(kind: ImportKind): ImportLabels {
  const t = useMessages(importMessages);
  const lists = useMessages(resourceListMessages);
  return createImportLabels(kind, t, useMessages(resourceMessages), lists);
}

export function createImportLabels(
  kind: ImportKind,
  t: ImportTexts,
  resourceTexts: AllTexts,
  lists: ListTexts,
) {
  const cellVocabulary: CellVocabulary = {
    weekday: formatWeekday,
    word: (key) => getVocabularyLabel(key, t, lists),
  };
  return {
    t,
    yes: lists.yes,
    no: lists.no,
    cellVocabulary,
    /** Hint shown under the field's input in forms. */
    hintOf: ({ key }: ImportColumn): string =>
      (kind.resource && resourceTexts[kind.resource.collection].hints[key]) ?? '',
    /** Name of the collection that a column references; null if none. */
    getListName: ({ field: { refersTo } }: ImportColumn): string | null =>
      refersTo === null ? null : (resourceTexts[refersTo as CollectionKey]?.many ?? null),
    many: getKindLabel(kind, resourceTexts, t),
    labelOf: (column: ImportColumn) => getColumnLabel(kind, column, resourceTexts, t),
    columnGroups: groupColumns(kind, resourceTexts, t),
    choicesOf: (column: ImportColumn) => getChoiceLabels(kind, column, resourceTexts),
  };
}

export type ImportLabels = ReturnType<typeof createImportLabels>;

const languages: readonly (readonly [ImportTexts, Parameters<typeof getColumnLabel>[2], ListTexts])[] = [
  [importMessages.en, resourceMessages.en, resourceListMessages.en],
  [arabic, resourcesInArabic, listsInArabic],
];

/** Case-folded labels used by earlier releases, mapped to current values; older exports may contain them. */
const formerWords: Readonly<Record<string, string>> = { 'not known': 'unknown' };

/** Names of the workbook sheet that explains the columns; it is never imported. */
export const guideSheets: readonly string[] = languages.map(([t]) => t.guide.sheet);

/**
 * Returns the labels of columns, choices and cell words in every language, because a file's language may
 * differ from the screen's.
 */
export function getLabelsInAllLanguages(kind: ImportKind) {
  return {
    ofColumn: (column: ImportColumn): string[] =>
      languages.map(([t, resources]) => getColumnLabel(kind, column, resources, t)),
    /** Maps case-folded words of choices and structured values to their meaning. */
    ofCells(column: ImportColumn): Record<string, string> {
      const { codec, field } = column;
      const meanings = languages.flatMap(([t, resources, lists]) => {
        const words = getChoiceLabels(kind, column, resources);
        const choices = field.options.map((option) => [words[option] ?? option, option] as const);
        const cellWords = (codec?.vocabulary ?? []).map(
          (key) => [getVocabularyLabel(key, t, lists), key] as const,
        );
        return [...choices, ...cellWords];
      });
      const earlier = codec?.vocabulary.includes('unknown') ? formerWords : {};
      return { ...earlier, ...Object.fromEntries(meanings.map(([word, key]) => [foldText(word), key])) };
    },
  };
}

export type MultilingualLabels = ReturnType<typeof getLabelsInAllLanguages>;

/**
 * Returns the field, of the row or of one of its parts (`pack.price`), that a column maps to; null if none.
 */
export function locateField({ resource, parts }: ImportKind, key: string): FieldReference {
  const [prefix = '', name] = key.split('.');
  const part = parts.find((part) => part.prefix === prefix);
  const owner = part?.resource ?? resource;
  return owner ? { resource: owner, name: name ?? key } : null;
}

/** Describes a cell error and how to fix it. */
export function describeCellError(
  problem: CellProblem,
  column: ImportColumn | undefined,
  choices: Readonly<Record<string, string>>,
  { t: { errors, forms }, cellVocabulary }: Pick<ImportLabels, 't' | 'cellVocabulary'>,
): string {
  const { code, message, otherRow } = problem;
  switch (code) {
    case 'needed':
    case 'not-number':
    case 'not-date':
    case 'not-yes-no':
    case 'not-found':
    case 'ambiguous':
    case 'taken':
    case 'no-such-row':
      return errors[code];
    case 'not-choice':
      return errors['not-choice'](
        formatList((column?.field.options ?? []).map((option) => choices[option] ?? option)),
      );
    case 'not-readable':
      return column?.codec
        ? errors['not-readable'](
            forms[column.codec.form],
            column.codec.write(column.codec.sample, cellVocabulary),
          )
        : message;
    case 'twice-in-file':
      return otherRow === undefined ? message : errors['twice-in-file'](formatCount(otherRow));
    default:
      return localizeRefusalText(problem);
  }
}
