/** Search parameters of the sales page. */
export const salesSearch = { branch: 'text', page: 'number', import: 'flag', row: 'text' } as const;

/** Id of the section of till items on the page, for links to it. */
export const tillItemsId = 'till-items';
