import { part } from '#src/lib/part.ts';

/** What can be done with an open row, where it is used and its history: fetched with the first row that opens. */
export const rowParts = part(async () => {
  const [{ RowActions }, { RowTabs }] = await Promise.all([
    import('./row-actions.tsx'),
    import('./row-tabs.tsx'),
  ]);
  return { RowActions, RowTabs };
});
