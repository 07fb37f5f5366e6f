import type { RefObject } from 'react';
import { createStore } from '#platform/web/store.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { findTopDialog } from './scan-layer.ts';

/** Result of a scan: shown by the camera while it is open, else as a toast. */
export interface ScanResult {
  text: string;
  /** Whether the code was not accepted. */
  isRefused?: boolean;
  /** Whether the page shows the result, so that no toast is needed. */
  isOnPage?: boolean;
}

/** Handles a scanned code. If it returns no result, the page shows the outcome. */
export type HandleScan = (code: string) => ScanResult | undefined;

interface ScanListener {
  handle: HandleScan;
  /** The dialog that it belongs to; null on the page itself. */
  layer: RefObject<HTMLElement | null> | null;
  /** Whether many codes are scanned one after the other, so that the camera stays open. */
  isContinuous: boolean;
}

/** Components that handle scans, in the order they appeared. */
export const scanListeners = createStore<readonly ScanListener[]>([]);

/** Whether the camera is requested. */
export const isCameraOpen = createStore(false);

export function addScanListener(listener: ScanListener): () => void {
  scanListeners.set([...scanListeners.get(), listener]);
  return () => scanListeners.set(scanListeners.get().filter((other) => other !== listener));
}

/** Handles scans outside of screens that handle them. */
interface ScanLookup {
  /** Opens a page of this dashboard, whose address was scanned. */
  open(path: string): undefined;
  /** Searches for any other code. */
  find(code: string): undefined;
}

let lookup: ScanLookup | null = null;

/** Sets the lookup while the dashboard is shown; null removes it. */
export function setScanLookup(next: ScanLookup | null): void {
  lookup = next;
}

/** Returns the listeners of the dialog on top; if there is none, those of the page. */
export const getActiveListeners = (): readonly ScanListener[] => {
  const top = findTopDialog();
  return scanListeners.get().filter(({ layer }) => (layer?.current ?? null) === top);
};

/**
 * Returns the handler of a code: the lookup opens an address of this dashboard, and the screen on top handles
 * any other code; if no screen handles it, the lookup searches for it. Null if the code is text for the field
 * into which a hand scanner entered it.
 */
export function findScanHandler(code: string, isInField = false): (() => ScanResult | undefined) | null {
  const target = lookup;
  const path = target === null ? null : readOwnPath(code);
  if (target !== null && path !== null) return () => target.open(path);
  const listeners = getActiveListeners();
  if (listeners.length > 0)
    return () => listeners.map(({ handle }) => handle(code)).find((result) => result !== undefined);
  if (target === null || isInField || findTopDialog() !== null) return null;
  return () => target.find(code);
}

/** Shows a result unless the page does. */
export function announceScan(result: ScanResult | undefined): void {
  if (result === undefined || result.isOnPage) return;
  if (result.isRefused) toastError(result.text);
  else toast(result.text);
}

/** Returns path and query of an address of this dashboard; null for any other text or address. */
export function readOwnPath(code: string, origin: string = window.location.origin): string | null {
  const address = URL.canParse(code) ? new URL(code) : null;
  return address?.origin === origin && !address.pathname.startsWith('/api/')
    ? address.pathname + address.search
    : null;
}
