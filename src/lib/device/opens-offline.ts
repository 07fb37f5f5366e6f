/** Whether the dashboard is kept on this device, so that this page opens again without a network. */
export function opensOffline(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}
