/** Basis for sharing a shortage: ordered quantity, average usage, or equal days of cover. */
export const shareBases = ['ordered', 'use', 'cover'] as const;
export type ShareBasis = (typeof shareBases)[number];
