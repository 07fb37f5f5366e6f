/**
 * The columns that rows and section heads share. Narrow: name and quantity above, figures, suggestion and note
 * below. Wide: one line.
 */
export const guideGrid =
  'grid grid-cols-[minmax(0,1fr)_5.25rem_2.75rem] items-center gap-x-2 gap-y-1 @4xl:grid-cols-[minmax(10rem,1fr)_repeat(5,3.75rem)_5.5rem_9.5rem_2.25rem] @4xl:gap-x-3 @4xl:gap-y-0';

/** The figures of an item, in the order they are shown. */
export const figureNames = ['have', 'coming', 'par', 'last', 'average'] as const;

/** Below the top bar (56 px) stands the search row (56 px), and below that the head of the section. */
export const stickyTopPx = 112;
