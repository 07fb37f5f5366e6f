import { use, useEffect, useEffectEvent } from 'react';
import { attachBarcodeWedge } from './barcode-wedge.ts';
import { ScanLayer } from './scan-layer.ts';
import { addScanListener, type HandleScan } from './scan-listeners.ts';

interface ScanOptions {
  /** Whether many codes are scanned one after the other, as in a count. */
  isContinuous?: boolean;
}

/** Handles codes from a hand scanner or the camera while this component's page or dialog is on top. */
export function useScan(onScan: HandleScan, { isContinuous = false }: ScanOptions = {}): void {
  const handleScan = useEffectEvent(onScan);
  const layer = use(ScanLayer);
  useEffect(() => {
    const removeListener = addScanListener({ handle: (code) => handleScan(code), layer, isContinuous });
    const detachWedge = attachBarcodeWedge();
    return () => {
      removeListener();
      detachWedge();
    };
  }, [layer, isContinuous]);
}
