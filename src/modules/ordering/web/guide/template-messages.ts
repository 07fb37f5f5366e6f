import { defineMessages } from '#platform/web/i18n/messages.ts';

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);

/** Strings for the order template dialogs. Loaded with the first of these dialogs. */
export const templateMessages = defineMessages('modules/ordering/web/guide/template-messages', {
  fillTitle: 'Fill from a template',
  fillText: 'Quantities you entered are kept.',
  loading: 'Loading templates',
  failed: 'Couldn’t load templates',
  none: 'No templates yet',
  noneText: 'Save an order as a template here, or create one in settings.',
  forDays: (days: string) => `for ${days}`,
  lines,
  gone: 'This template no longer exists.',
  done: (name: string, filled: number, unchanged: number, omitted: number) =>
    [
      `Filled ${lines(filled)} from ${name}.`,
      unchanged > 0 ? `Kept ${unchanged === 1 ? '1 quantity' : `${unchanged} quantities`} you entered.` : '',
      omitted > 0
        ? `${lines(omitted)} ${omitted === 1 ? 'was' : 'were'} skipped because the item can no longer be ordered or has a different order unit.`
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  undo: 'Undo',
  saveTitle: 'Save as a template',
  saveText: (count: number) =>
    `Saves ${lines(count)} with ${count === 1 ? 'its quantity' : 'their quantities'}.`,
  name: 'Name',
  nameRequired: 'Enter a name',
  weekdays: 'Delivery days',
  weekdaysHint: 'The template is listed first on these days.',
  cancel: 'Cancel',
  save: 'Save template',
  saving: 'Saving…',
  saved: (name: string) => `Template ${name} saved.`,
  saveFailed: 'Couldn’t save the template.',
});
