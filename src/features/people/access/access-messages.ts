import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Words for what somebody may open and do. */
export const accessMessages = defineMessages('features/people/access/access-messages', {
  flags: { canCreate: 'Create', canEdit: 'Edit', canDelete: 'Delete', canView: 'View' },
  preview: {
    title: 'What this person will see',
    landing: 'Starts at',
    landingRefused: 'That page is not among theirs: they start at “No Access”.',
    scope: 'Sees',
    everything: 'the orders and stock of all branches',
    ofPlaces: (places: string) => `only the orders and stock of ${places}`,
    nothing: 'no orders and no stock: no place is chosen',
    menu: 'Menu',
    others: 'Pages without an entry in the menu',
    noMenu: 'No Access',
    noMenuText: 'The menu is empty. They are told to contact an administrator.',
    blind: 'Opens, but shows nothing: “View” is off',
  },
  pages: {
    title: 'Pages',
    all: 'All pages, also those to come',
    others: 'Pages without an entry in the menu',
    allSaid: 'Every page opens, and every page that is added later.',
    emptyOpen: 'No page is ticked. An empty list opens every page, because “View” is on.',
    emptyShut: 'No page is ticked, and “View” is off: nothing opens.',
    some: (count: number, of: number) => `${count} of ${of} pages open.`,
    ticked: (count: number, of: number) => `${count} of ${of}`,
    open: (group: string) => `Show the pages of ${group}`,
    comesWith: (page: string) => `Comes with ${page}`,
    strange: 'Entries that open no page here',
    notYours: 'You cannot open this page yourself',
    notAllYours: 'You cannot open every page yourself',
  },
});
