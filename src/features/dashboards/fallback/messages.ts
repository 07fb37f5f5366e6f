import { defineMessages } from '#src/lib/i18n/messages.ts';

export const fallbackMessages = defineMessages('features/dashboards/fallback/messages', {
  context: 'Works also while the server does not answer.',
  connection: {
    title: 'Connection',
    check: 'Check the connection',
    checking: 'Checking the connection',
    notChecked: 'Not checked yet.',
    alive: (ms: string) => `The server answers, after ${ms} ms. What failed may work again.`,
    troubled: (status: number) =>
      `The server answers, but reports a fault of its own (${status}). Please try again later.`,
    refused: (status: number) => `The server answers, but refuses the check (${status}).`,
    silent: 'The server does not answer. Check the network cable or Wi-Fi of this device.',
    lastHeard: (age: string) => `Last answer: ${age}.`,
    neverHeard: 'No answer since this page was loaded.',
  },
  orders: {
    title: 'Last saved orders',
    loading: 'Loading orders',
    live: 'As the server has them now.',
    saved: (age: string) => `Saved on this device, last seen ${age}.`,
    none: 'No saved orders on this device',
    noneText: 'They are kept here once a list of orders has been opened.',
    empty: 'No orders yet',
    failed: 'Failed to load orders',
    notAllowed: 'Your role sees no orders.',
    number: 'Order',
    status: 'Status',
    branch: 'Branch',
    delivery: 'Delivery',
    seen: 'Seen',
  },
  pages: 'Pages you may open',
});
