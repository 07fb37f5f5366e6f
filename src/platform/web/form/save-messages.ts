import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for saving and leaving a form. */
export const saveMessages = defineMessages('platform/web/form/save-messages', {
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  unsaved: 'Unsaved changes',
  unchanged: 'No changes to save',
  restored: (at: string) => `Unsaved changes from ${at} restored.`,
  discard: 'Discard',
  leave: {
    title: 'Leave without saving?',
    text: 'Your changes haven’t been saved.',
    discard: 'Discard changes',
    stay: 'Keep editing',
  },
});
