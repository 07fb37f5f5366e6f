/** Returns whether a branch uses an item with these `branches`; an empty list means all branches. */
export const isForBranch = (branches: readonly string[], branchId: string): boolean =>
  branches.length === 0 || branches.includes(branchId);
