import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Literal texts of SPEC sections 2, 4 and 8; index.html contains the same texts for the first paint. */
export const signInMessages = defineMessages('app/web/sign-in/messages', {
  heading: 'Welcome Back',
  text: 'Please sign in to your account',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  signIn: 'Sign In',
  busy: 'Signing in & refreshing...',
  help: 'Need help? Contact your administrator',
  capsLock: 'Caps Lock is on.',
  ended: {
    'rejected-by-server': 'Authentication failed. Please login again.',
    expired: 'You were signed out after 8 hours. Please sign in again.',
    'other-tab': 'You were signed out in another tab.',
  },
  device: {
    offline: 'This device is offline. You can sign in when the connection is back.',
    waiting: (count: number) =>
      count === 1
        ? '1 action is waiting to be sent. It will be sent after the person who entered it signs in.'
        : `${count} actions are waiting to be sent. They will be sent after the person who entered them signs in.`,
    waitingFor: (name: string, count: number) =>
      count === 1
        ? `${name} has 1 action waiting to be sent. It will be sent after ${name} signs in.`
        : `${name} has ${count} actions waiting to be sent. They will be sent after ${name} signs in.`,
  },
  initialPassword: {
    heading: 'Choose a new password',
    text: 'Your password was set by an administrator. Choose one that only you know.',
    currentPassword: 'Current password',
    newPassword: 'New password',
    hint: 'At least 8 characters.',
    submit: 'Save and continue',
    busy: 'Saving...',
    failed: 'Couldn’t change the password.',
    signOut: 'Sign out',
  },
  setup: {
    heading: 'Set up Commissary',
    text: 'There’s no administrator yet. Enter the set-up token that the server printed when it started.',
    token: 'Set-up token',
    name: 'Your name',
    passwordHint: 'At least 8 characters.',
    submit: 'Create administrator',
    busy: 'Creating...',
  },
});
