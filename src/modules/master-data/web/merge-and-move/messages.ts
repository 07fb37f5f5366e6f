import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);
const subCategories = (count: number) =>
  count === 1 ? '1 sub-category' : `${formatCount(count)} sub-categories`;

/** Strings for the merge and move dialogs. */
export const mergeAndMoveMessages = defineMessages('modules/master-data/web/merge-and-move/messages', {
  items: 'Items',
  merge: {
    action: 'Merge…',
    title: (name: string) => `Merge ${name}`,
    into: 'Merge into',
    choose: 'Choose what to merge into.',
    loading: 'Checking affected items',
    failed: 'Couldn’t merge. Nothing was changed.',
    preview: (moving: string, name: string) => `${moving} to ${name}.`,
    items: (count: number) => `${items(count)} will move`,
    nothing: 'Not used anywhere',
    subCategories: (count: number) => `${subCategories(count)} will move too.`,
    merged: (count: number) =>
      count === 1
        ? '1 sub-category with the same name will be merged.'
        : `${formatCount(count)} sub-categories with the same names will be merged.`,
    archived: (name: string) => `${name} will be archived.`,
    confirm: 'Merge',
    cancel: 'Cancel',
    noPermissionToMoveItems: 'Merging would move items, and you don’t have permission to change items.',
    done: (name: string, into: string, count: number) =>
      `${name} merged into ${into}; ${items(count)} moved.`,
    duplicates: 'Possible duplicates',
    duplicatesText: (names: string) => `Same or similar name: ${names}`,
  },
  move: {
    action: 'Move to…',
    title: (count: number) => `Move ${items(count)}`,
    into: 'Sub-category',
    none: 'Without sub-category',
    hint: 'The items also get the category of this sub-category.',
    removeSubCategory: 'Remove the sub-category',
    confirm: (count: number) => `Move ${items(count)}`,
    cancel: 'Cancel',
    choose: 'Choose a sub-category.',
    tooMany: (max: number) => `You can move up to ${formatCount(max)} items at a time.`,
    failed: 'Couldn’t move the items. Nothing was changed.',
    stale: (name: string) => `Someone changed ${name}, so nothing was moved. Check the list and try again.`,
    done: (count: number) => `${items(count)} moved.`,
  },
});
