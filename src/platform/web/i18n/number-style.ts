import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { createStore, useStore } from '#platform/web/store.ts';

/** Number style: decimal separator and thousands separator. */
export interface NumberStyle {
  decimal: '.' | ',';
  group: ',' | '.' | '’' | '\u202f';
}

/** Selectable number styles; `auto` uses the device's language. */
export const numberChoices = ['auto', 'point', 'comma', 'space'] as const;
export type NumberChoice = (typeof numberChoices)[number];

const styles: Readonly<Record<Exclude<NumberChoice, 'auto'>, NumberStyle>> = {
  point: { decimal: '.', group: ',' },
  comma: { decimal: ',', group: '.' },
  space: { decimal: ',', group: '\u202f' },
};

const key = 'commissary.numbers';

/** The number style chosen on this device. */
export const numberChoiceStore = createStore<NumberChoice>(readStoredChoice());

function readStoredChoice(): NumberChoice {
  const stored = readStoredItem(key);
  return numberChoices.find((choice) => choice === stored) ?? 'auto';
}

export function useNumberChoice(): NumberChoice {
  return useStore(numberChoiceStore);
}

/** Sets the number style of this device. */
export function setNumberChoice(choice: NumberChoice): void {
  writeStoredItem(key, choice === 'auto' ? null : choice);
  numberChoiceStore.set(choice);
}

/** Returns the number style of this device. */
export const getCurrentNumberStyle = (): NumberStyle => getNumberStyle(numberChoiceStore.get());

/** Returns the style of a choice, on a device with this language. */
export function getNumberStyle(choice: NumberChoice, language: string = navigator.language): NumberStyle {
  return choice === 'auto' ? getLanguageStyle(language) : styles[choice];
}

const styleByLanguage = new Map<string, NumberStyle>();

function getLanguageStyle(language: string): NumberStyle {
  const cached = styleByLanguage.get(language);
  if (cached) return cached;
  const style = findStyle(language);
  styleByLanguage.set(language, style);
  return style;
}

/** Digits are always Western, so an Arabic device uses the English style. */
function findStyle(language: string): NumberStyle {
  let parts: Intl.NumberFormatPart[];
  try {
    parts = new Intl.NumberFormat(language, { useGrouping: 'always', numberingSystem: 'latn' }).formatToParts(
      12345.5,
    );
  } catch {
    return styles.point;
  }
  const getSign = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? '';
  const group = getSign('group');
  if (getSign('decimal') === ',') return group === '.' ? styles.comma : styles.space;
  return group === '’' || group === "'" ? { decimal: '.', group: '’' } : styles.point;
}

/** Converts a number formatted with a point and commas (`1,234.5`) to a different style (`1.234,5`). */
export function applyNumberStyle(
  text: string,
  { decimal, group }: NumberStyle = getCurrentNumberStyle(),
): string {
  return decimal === '.' && group === ','
    ? text
    : text.replace(/[.,]/g, (sign) => (sign === '.' ? decimal : group));
}
