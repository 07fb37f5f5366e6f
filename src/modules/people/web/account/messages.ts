import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for the account dialog: devices, passwords and preferences. */
export const accountMessages = defineMessages('modules/people/web/account/messages', {
  label: 'Sessions',
  loading: 'Loading sessions',
  failed: 'Couldn’t load the sessions',
  none: 'Not signed in anywhere',
  current: 'This device',
  unknownDevice: 'Unknown device',
  details: (since: string, seen: string, address: string) =>
    `Signed in ${since} · last used ${seen} · ${address}`,
  end: 'End session',
  ending: 'Ending…',
  endAll: 'End all sessions',
  endOthers: 'Sign out everywhere else',
  endedOne: 'Session ended',
  endedAll: 'Sessions ended',
  endFailed: 'Couldn’t end the sessions.',
  password: {
    reset: 'Reset password',
    title: (name: string) => `New password for ${name}`,
    text: 'Ends all their sessions. Share the password in person: it won’t be shown again.',
    label: 'New password',
    save: 'Set password',
    saving: 'Setting…',
    done: (name: string) => `${name} has a new password`,
    short: 'At least 8 characters',
    failed: 'Couldn’t set the password.',
  },
  account: {
    title: 'Your account',
    saveName: 'Save name',
    nameSaved: (name: string) => `Name changed to ${name}`,
    nameFailed: 'Couldn’t save your name.',
    nameFixed: 'Ask an administrator to change your name.',
    nameTaken: (current: string) =>
      `Your name was changed to ${current} while you were editing. Save again to use the name you entered.`,
    password: 'Change password',
    current: 'Current password',
    next: 'New password',
    hint: 'At least 8 characters. Ends all your other sessions.',
    save: 'Change password',
    saved: 'Password changed',
    failed: 'Couldn’t change the password.',
  },
});
