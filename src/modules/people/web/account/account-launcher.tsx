import { accountStore } from '#platform/web/layout/account-state.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useStore } from '#platform/web/store.ts';

const dialog = lazyModule(() => import('./account-dialog.tsx'));

/** Renders the account dialog, loaded when it is opened. */
export function AccountLauncher() {
  const loaded = useLazyModuleWhen(useStore(accountStore), dialog);
  return loaded ? <loaded.AccountDialog onClose={() => accountStore.set(false)} /> : null;
}
