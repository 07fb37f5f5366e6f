import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);

export const sectionsMessages = defineMessages('modules/sections/web/messages', {
  order: {
    tab: 'Walking order',
    text: 'Order guides, pick lists and counts follow this order. Drag a section or use its buttons.',
    list: 'Sections in walking order',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    handle: (name: string) => `Drag ${name}`,
    loading: 'Loading sections',
    failed: 'Couldn’t load the sections',
    empty: 'No sections yet',
    emptyText: 'Add sections in the list first.',
    readOnly: 'View only: you don’t have permission to change the order.',
    save: 'Save order',
    unchanged: 'The order hasn’t changed.',
    saved: 'Walking order saved.',
    saveFailed: 'Couldn’t save the order. Your changes are kept here.',
    chooseFirst: 'First choose which order to keep.',
    everywhere: 'all branches',
    instructions:
      'Press Space to pick up a section, the arrow keys to move it, Space to drop it, Escape to cancel.',
    pickedUp: (name: string, position: number, total: number) =>
      `${name} picked up, position ${position} of ${total}.`,
    movedTo: (name: string, position: number, total: number) =>
      `${name} at position ${position} of ${total}.`,
    dropped: (name: string, position: number, total: number) =>
      `${name} dropped at position ${position} of ${total}.`,
    cancelled: (name: string) => `${name} returned to its original position.`,
  },
  items: (count: number) => items(count),
});
