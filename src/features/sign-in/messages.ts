import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Literal texts of SPEC sections 2, 4 and 8; index.html contains the same ones for the first paint. */
export const signInMessages = defineMessages('features/sign-in/messages', {
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
    refused: 'Authentication failed. Please login again.',
    expired: 'You were signed out after 8 hours. Please sign in again.',
    elsewhere: 'You were signed out in another tab.',
  },
  device: {
    offline: 'This device is offline. You can sign in once it is connected again.',
    waiting: (count: number) =>
      count === 1
        ? '1 action is waiting to be sent. It is sent after its owner signs in.'
        : `${count} actions are waiting to be sent. They are sent after their owner signs in.`,
    waitingFor: (name: string, count: number) =>
      count === 1
        ? `1 action of ${name} is waiting to be sent. It is sent after ${name} signs in.`
        : `${count} actions of ${name} are waiting to be sent. They are sent after ${name} signs in.`,
  },
  start: {
    heading: 'Choose your password',
    text: 'The one you signed in with was given to you. Only you will know the new one.',
    current: 'Password you were given',
    next: 'New password',
    hint: 'At least 8 characters.',
    submit: 'Save and go on',
    busy: 'Saving...',
    failed: 'The password could not be changed',
    leave: 'Sign out',
  },
  setup: {
    heading: 'Set up Commissary',
    text: 'There is no administrator yet. The server printed a set-up token when it started.',
    token: 'Set-up token',
    name: 'Your name',
    passwordHint: 'At least 8 characters.',
    submit: 'Create administrator',
    busy: 'Creating...',
  },
});
