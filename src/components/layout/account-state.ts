import { createStore } from '#src/lib/store.ts';

/** Whether the own account is open. The menu opens it; who draws it comes when it is. */
export const accountStore = createStore(false);
