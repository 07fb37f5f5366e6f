import { lazyModule } from '#src/lib/lazy-module.ts';

/** What can be done with an open row, where it is used and its history: fetched with the first row that opens. */
export const rowParts = lazyModule(async () => {
  const [{ RowActions }, { RowTabs }] = await Promise.all([
    import('./row-actions.tsx'),
    import('./row-tabs.tsx'),
  ]);
  return { RowActions, RowTabs };
});
