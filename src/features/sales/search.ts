/** What the page of sales keeps in its address. */
export const salesSearch = { branch: 'text', page: 'number', import: 'flag', row: 'text' } as const;
