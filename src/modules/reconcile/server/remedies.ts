const rebuild =
  'Run "npm run reconcile -- --rebuild". It recomputes these totals from the ledger and changes no documents.';
const restore =
  'No user action causes this. Restore the last backup in which "npm run reconcile" reports no violations, or send its output to support.';

/** Repair instructions by invariant. */
export const remedies = {
  I1: restore,
  I2: restore,
  I3: restore,
  I4: restore,
  I5: restore,
  I6: restore,
  I7: restore,
  I8: 'Edit the document once, for example its notes. Saving sets its version to the number of its audit entries.',
  I9: restore,
  I10: rebuild,
  I11: restore,
  I12: rebuild,
  batches: restore,
  counters: restore,
  files: 'Upload the picture or attachment again. Unused files are harmless.',
  matches: restore,
  prices: 'Enter the price of the pack again.',
} as const satisfies Record<string, string>;

export type Invariant = keyof typeof remedies;
