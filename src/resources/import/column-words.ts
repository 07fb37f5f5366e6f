import { type ImportColumn, type ImportKind, perOrderUnit } from '#contract/imports/kinds.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { ResourceName } from '../definitions.ts';
import { type AnyResourceTexts, resourceMessages } from '../messages.ts';
import { importMessages } from './messages.ts';

export type ImportTexts = TranslationOf<typeof importMessages>;
type AllTexts = Readonly<Record<ResourceName, AnyResourceTexts>>;

/** What a column is called. */
export function columnWord(
  kind: ImportKind,
  { key, field }: ImportColumn,
  all: AllTexts,
  t: ImportTexts,
): string {
  if (key === perOrderUnit) return t.perOrderUnit;
  const [prefix = '', name = ''] = key.split('.');
  const part = kind.parts.find((each) => each.prefix === prefix);
  if (part) {
    const texts = all[part.resource.collection as ResourceName];
    return t.partColumn(texts.one, texts.fields[name] ?? field.label);
  }
  if (!kind.resource) return t.opening[key as keyof ImportTexts['opening']] ?? field.label;
  return all[kind.resource.collection as ResourceName].fields[key] ?? field.label;
}

/** The words of a column's choices. */
export function choiceWords(
  kind: ImportKind,
  { key }: ImportColumn,
  all: AllTexts,
): Readonly<Record<string, string>> {
  const [prefix = '', name] = key.split('.');
  const part = kind.parts.find((each) => each.prefix === prefix);
  const resource = part?.resource ?? kind.resource;
  return resource ? (all[resource.collection as ResourceName].choices[name ?? key] ?? {}) : {};
}

/** What an import is of, in words. */
export function kindWord({ resource }: ImportKind, all: AllTexts, t: ImportTexts): string {
  return resource ? all[resource.collection as ResourceName].many : t.openingStock;
}

/** Both, for a screen. */
export function useColumnWords(kind: ImportKind) {
  const t = useMessages(importMessages);
  const all: AllTexts = useMessages(resourceMessages);
  return {
    t,
    many: kindWord(kind, all, t),
    wordOf: (column: ImportColumn) => columnWord(kind, column, all, t),
    choicesOf: (column: ImportColumn) => choiceWords(kind, column, all),
  };
}
