/** Whether this page can be opened again without a network. */
export function isAvailableOffline(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}
