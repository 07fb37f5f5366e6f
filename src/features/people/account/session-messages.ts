import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Words around signing in: devices, passwords, the own account. */
export const sessionMessages = defineMessages('features/people/account/session-messages', {
  label: 'Sessions',
  loading: 'Loading sessions',
  failed: 'Failed to load the sessions',
  none: 'Not signed in anywhere',
  current: 'This device',
  unknownDevice: 'Unknown device',
  facts: (since: string, seen: string, address: string) =>
    `Signed in ${since} · last used ${seen} · ${address}`,
  end: 'End',
  ending: 'Ending…',
  endAll: 'End all sessions',
  endOthers: 'Sign out everywhere else',
  endedOne: 'The session has ended',
  endedAll: 'The sessions have ended',
  endFailed: 'The sessions could not be ended',
  password: {
    reset: 'Reset password',
    title: (name: string) => `New password for ${name}`,
    text: 'All their sessions end. Hand the password over in person: it is not shown again.',
    label: 'New password',
    save: 'Set password',
    saving: 'Setting…',
    done: (name: string) => `${name} has a new password`,
    short: 'At least 8 characters',
    failed: 'The password could not be set',
  },
  account: {
    title: 'Your account',
    password: 'Change password',
    current: 'Current password',
    next: 'New password',
    hint: 'At least 8 characters. All your other sessions end.',
    save: 'Change password',
    saved: 'Your password is changed',
    failed: 'The password could not be changed',
  },
});
