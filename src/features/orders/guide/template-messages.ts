import { defineMessages } from '#src/lib/i18n/messages.ts';

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);

/** Texts of the order template dialogs. Loaded with the first of them. */
export const templateTexts = defineMessages('features/orders/guide/template-messages', {
  fillTitle: 'Fill from a template',
  fillText: 'What you typed stays as it is.',
  loading: 'Loading templates',
  failed: 'Failed to load templates',
  none: 'No templates yet',
  noneText: 'Save an order as a template here, or make one in the settings.',
  meantFor: (days: string) => `for ${days}`,
  lines,
  gone: 'This template is no longer there.',
  done: (name: string, filled: number, kept: number, left: number) =>
    [
      `Filled ${lines(filled)} from ${name}.`,
      kept > 0 ? `${kept} that you typed stay as they are.` : '',
      left > 0 ? `${lines(left)} left out: no longer ordered, or in another unit.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  undo: 'Undo',
  saveTitle: 'Save as a template',
  saveText: (count: number) => `${lines(count)} with their quantities.`,
  name: 'Name',
  nameNeeded: 'Enter a name',
  weekdays: 'Meant for',
  weekdaysHint: 'Delivery days it is offered first on.',
  cancel: 'Cancel',
  save: 'Save template',
  saving: 'Saving…',
  saved: (name: string) => `Saved the template ${name}.`,
  saveFailed: 'The template could not be saved',
});
