const rebuild =
  'Run "npm run reconcile -- --rebuild": it computes these figures again from the ledger and changes no document.';
const restore =
  'No action of a user leads here. Restore the last backup in which "npm run reconcile" is clean, or send its output to support.';

/** Repair instructions by invariant. */
export const remedies = {
  I1: restore,
  I2: restore,
  I3: restore,
  I4: restore,
  I5: restore,
  I6: restore,
  I7: restore,
  I8: 'Edit the document once (its notes are enough): saving it sets its version to the number of its audit entries.',
  I9: restore,
  I10: rebuild,
  I11: restore,
  I12: rebuild,
  batches: restore,
  counters: restore,
  files: 'Restore the folder of files from the backup of the same day as the database.',
  matches: restore,
  prices: 'Enter the price of the pack again.',
} as const satisfies Record<string, string>;

export type Invariant = keyof typeof remedies;
