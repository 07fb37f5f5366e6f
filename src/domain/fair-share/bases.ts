/** By what a shortage can be shared: what was ordered, what is used on average, or so that all last for as many days. */
export const shareBases = ['ordered', 'use', 'cover'] as const;
export type ShareBasis = (typeof shareBases)[number];
