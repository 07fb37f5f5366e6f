/** Current names of the location and the item, including localized names. */
export const currentNames = {
  branchName: 'branches.name',
  branchNameAlt: 'branches.nameAlt',
  itemNameAlt: 'items.nameAlt',
};

/** Current names; null if they weren't selected. */
export type CurrentNames = Record<keyof typeof currentNames, string | null>;
