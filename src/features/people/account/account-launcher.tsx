import { accountStore } from '#src/components/layout/account-state.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useStore } from '#src/lib/store.ts';

const dialog = lazyModule(() => import('./account-dialog.tsx'));

/** Renders the account dialog, loaded when it is opened. */
export function AccountLauncher() {
  const loaded = useLazyModuleWhen(useStore(accountStore), dialog);
  return loaded ? <loaded.AccountDialog onClose={() => accountStore.set(false)} /> : null;
}
