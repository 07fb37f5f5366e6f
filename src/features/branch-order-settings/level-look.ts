/** The columns that rows and their head share. Narrow: the name above, its cells below. Wide: one line. */
export const levelGrid =
  'grid grid-cols-[repeat(4,minmax(0,1fr))_2.75rem] items-start gap-x-2 gap-y-1 px-3 @4xl:grid-cols-[1.5rem_minmax(10rem,1fr)_5.5rem_repeat(4,6.25rem)_9rem] @4xl:items-center @4xl:gap-x-3';

export const levelGridReadOnly =
  'grid grid-cols-[repeat(4,minmax(0,1fr))_2.75rem] items-start gap-x-2 gap-y-1 px-3 @4xl:grid-cols-[minmax(10rem,1fr)_5.5rem_repeat(4,6.25rem)_9rem] @4xl:items-center @4xl:gap-x-3';

/** Below the top bar (56 px) stands the bar of what is not saved with the head of the columns. */
export const stickyTopPx = 56;
