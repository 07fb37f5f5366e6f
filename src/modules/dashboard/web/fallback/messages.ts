import { defineMessages } from '#platform/web/i18n/messages.ts';

export const fallbackMessages = defineMessages('modules/dashboard/web/fallback/messages', {
  context: 'Works even if the server doesn’t respond.',
  connection: {
    title: 'Connection',
    check: 'Check connection',
    checking: 'Checking connection',
    notChecked: 'Not checked yet.',
    alive: (ms: string) => `The server responded in ${ms} ms. Retry anything that failed before.`,
    serverError: (status: number) => `The server responded with an error (${status}). Try again later.`,
    refused: (status: number) => `The server rejected the request (${status}).`,
    unreachable: 'The server isn’t responding. Check the network cable or Wi-Fi of this device.',
    lastResponse: (age: string) => `Last response: ${age}.`,
    noResponse: 'No response since this page was loaded.',
  },
  orders: {
    title: 'Last saved orders',
    loading: 'Loading orders',
    live: 'Up to date.',
    saved: (age: string) => `Saved on this device, last updated ${age}.`,
    none: 'No saved orders on this device',
    noneText: 'Open a list of orders to save it on this device.',
    empty: 'No orders yet',
    failed: 'Failed to load orders',
    notAllowed: 'You don’t have access to orders.',
    number: 'Order',
    status: 'Status',
    branch: 'Branch',
    delivery: 'Delivery',
    seen: 'Updated',
  },
  pages: 'Your pages',
});
