/** Returns whether this page can be reopened without a network. */
export function isAvailableOffline(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}
