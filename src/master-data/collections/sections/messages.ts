import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);

export const sectionsMessages = defineMessages('master-data/collections/sections/messages', {
  order: {
    tab: 'Walking order',
    text: 'People walk past the sections in this order: order guide, pick list and stock count follow it. Drag a section, or use its buttons.',
    list: 'Sections in walking order',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    handle: (name: string) => `Drag ${name}`,
    loading: 'Loading the sections',
    failed: 'Failed to load the sections',
    empty: 'No sections yet',
    emptyText: 'Add one in the list; it then stands here.',
    readOnly: 'To look at: you do not have permission to change the order.',
    save: 'Save order',
    unchanged: 'The order has not changed.',
    saved: 'The walking order is saved.',
    saveFailed: 'The order could not be saved. It stands as you put it.',
    chooseFirst: 'Choose first which order stays.',
    everywhere: 'every branch',
    instructions:
      'Press space to pick up a section, the arrow keys to move it, space to drop it, Escape to put it back.',
    picked: (name: string, at: number, of: number) => `${name} is picked up, place ${at} of ${of}.`,
    over: (name: string, at: number, of: number) => `${name} is at place ${at} of ${of}.`,
    dropped: (name: string, at: number, of: number) => `${name} is dropped at place ${at} of ${of}.`,
    cancelled: (name: string) => `${name} is back where it was.`,
  },
  items: (count: number) => items(count),
});
