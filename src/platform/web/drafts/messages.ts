import { defineMessages } from '#platform/web/i18n/messages.ts';

export const draftMessages = defineMessages('platform/web/drafts/messages', {
  notANumber: (label: string, text: string) =>
    `${label}: “${text}” isn’t a number. Enter a number, e.g. 3 or 2*12.`,
  notWhole: (label: string, text: string) =>
    `${label}: “${text}” isn’t a whole number. Enter a whole number.`,
});
