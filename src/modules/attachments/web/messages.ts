import { defineMessages } from '#platform/web/i18n/messages.ts';

export const attachmentMessages = defineMessages('modules/attachments/web/messages', {
  title: 'Photos',
  take: 'Take a photo',
  add: 'Add photos',
  /** With the name of the line. */
  takeOf: (subject: string) => `Take a photo of ${subject}`,
  addOf: (subject: string) => `Add photos of ${subject}`,
  photo: (subject: string, by: string, at: string) =>
    [`Photo of ${subject}`, by, at].filter(Boolean).join(', '),
  waiting: (subject: string, state: string) => `Photo of ${subject}: ${state}`,
  states: {
    savedOnDevice: 'saved on this device',
    queued: 'queued',
    sending: 'sending',
    'needs-attention': 'needs attention',
  },
  full: (max: string) => `You can add up to ${max} photos. Remove one first.`,
  remove: 'Remove photo',
  removed: 'Photo removed.',
  close: 'Close',
  notRead: 'This file can’t be read as a picture. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
  tooLarge: 'The file is larger than 8 MB. Choose a smaller one.',
  outOfSpace: 'This device is out of storage space for photos.',
});
