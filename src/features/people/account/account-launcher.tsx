import { accountStore } from '#src/components/layout/account-state.ts';
import { part, usePartWhen } from '#src/lib/part.ts';
import { useStore } from '#src/lib/store.ts';

const dialog = part(() => import('./account-dialog.tsx'));

/** Draws the own account when it is opened, and costs next to nothing until then. */
export function AccountLauncher() {
  const loaded = usePartWhen(useStore(accountStore), dialog);
  return loaded ? <loaded.AccountDialog onClose={() => accountStore.set(false)} /> : null;
}
