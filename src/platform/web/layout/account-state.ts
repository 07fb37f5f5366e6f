import { createStore } from '#platform/web/store.ts';

/** Whether the account dialog is open. The menu sets it; the dialog loads on first use. */
export const accountStore = createStore(false);
