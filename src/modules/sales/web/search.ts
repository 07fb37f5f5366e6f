/** Search parameters of the sales page. */
export const salesSearch = { branch: 'text', page: 'number', import: 'flag', row: 'text' } as const;
