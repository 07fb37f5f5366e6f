/** The columns that the lines and their head share: narrow in two rows, wide in one. */
export const pickGrid =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 @3xl:grid-cols-[minmax(8.5rem,1fr)_4rem_4rem_4.5rem_6.75rem_6.75rem_6.5rem] @3xl:items-center @3xl:gap-x-2 @3xl:gap-y-0';

/** The figures of a line: labelled where there is no head above them. */
export const figureLook = 'tabular-nums @3xl:text-end';
