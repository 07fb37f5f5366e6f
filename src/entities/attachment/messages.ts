import { defineMessages } from '#src/lib/i18n/messages.ts';

export const attachmentMessages = defineMessages('entities/attachment/messages', {
  title: 'Photos',
  take: 'Take a photo',
  add: 'Add photos',
  /** With the name of the line. */
  takeOf: (subject: string) => `Take a photo: ${subject}`,
  addOf: (subject: string) => `Add photos: ${subject}`,
  photo: (subject: string, by: string, at: string) =>
    [`Photo of ${subject}`, by, at].filter(Boolean).join(', '),
  waiting: (subject: string, state: string) => `Photo of ${subject}: ${state}`,
  states: {
    kept: 'kept on this device',
    queued: 'queued',
    sending: 'sending',
    'needs-attention': 'needs attention',
  },
  full: (most: string) => `At most ${most} photos. Remove one first.`,
  remove: 'Remove photo',
  removed: 'The photo is removed.',
  close: 'Close',
  notRead: 'This is not a picture that can be read here: JPEG, PNG, WebP, AVIF and GIF are taken.',
  tooLarge: 'The file is larger than 8 MB.',
  noRoom: 'This device has no room left for photos.',
});
