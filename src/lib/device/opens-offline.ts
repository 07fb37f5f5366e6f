/** Whether the dashboard is kept on this device, so that this page opens again without a network. */
export function isAvailableOffline(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}
