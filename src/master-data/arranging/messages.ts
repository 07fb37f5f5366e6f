import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);
const subCategories = (count: number) =>
  count === 1 ? '1 sub-category' : `${formatCount(count)} sub-categories`;

/** Texts of additional functions of some master data lists. */
export const arrangingMessages = defineMessages('master-data/arranging/messages', {
  items: 'Items',
  merge: {
    action: 'Merge…',
    title: (name: string) => `Merge ${name} into another`,
    into: 'Into',
    choose: 'Choose what takes everything over.',
    loading: 'Looking what moves',
    failed: 'It could not be merged. Nothing was changed.',
    preview: (moving: string, name: string) => `${moving} to ${name}.`,
    items: (count: number) => `${items(count)} will move`,
    nothing: 'Nothing refers to it',
    subCategories: (count: number) => `${subCategories(count)} will come along.`,
    merged: (count: number) =>
      count === 1
        ? '1 sub-category has a namesake there and is merged with it.'
        : `${formatCount(count)} sub-categories have namesakes there and are merged with them.`,
    archived: (name: string) => `${name} is archived afterwards.`,
    confirm: 'Merge',
    cancel: 'Cancel',
    noItems: 'Items would move, and you do not have permission to change items.',
    done: (name: string, into: string, count: number) =>
      `${name} is merged into ${into}; ${items(count)} moved.`,
    alike: 'These look the same',
    alikeText: (names: string) => `${names}: one of them may take the others over.`,
  },
  move: {
    action: 'Move to…',
    title: (count: number) => `Move ${items(count)}`,
    into: 'Sub-category',
    none: 'Without sub-category',
    hint: 'The category comes along.',
    takeOff: 'Take the sub-category off',
    confirm: (count: number) => `Move ${items(count)}`,
    cancel: 'Cancel',
    choose: 'Choose a sub-category.',
    tooMany: (most: number) => `At most ${formatCount(most)} items at once.`,
    noRight: 'You do not have permission to change items.',
    failed: 'They could not be moved. Nothing was changed.',
    stale: (name: string) =>
      `${name} was changed meanwhile, so nothing was moved. Check the list and try again.`,
    done: (count: number) => `${items(count)} moved.`,
  },
});
