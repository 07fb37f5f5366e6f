/** Returns whether an item with these `branches` is for a branch; without any, it is for all of them. */
export const isForBranch = (branches: readonly string[], branchId: string): boolean =>
  branches.length === 0 || branches.includes(branchId);
