import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Words around a form: saving it and leaving it. */
export const saveMessages = defineMessages('components/form/save-messages', {
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  unsaved: 'Not saved yet',
  unchanged: 'Nothing was changed',
  restored: (at: string) => `Your unsaved changes of ${at} are back.`,
  discard: 'Discard them',
  leave: {
    title: 'Leave without saving?',
    text: 'What you have typed here is not saved.',
    discard: 'Discard changes',
    stay: 'Keep editing',
  },
});
