import { defineMessages } from '#platform/web/i18n/messages.ts';

export const cameraMessages = defineMessages('platform/web/scanning/camera-messages', {
  starting: 'Starting the camera…',
  aim: 'Hold the code inside the frame.',
  scanAgain: 'Tap the picture to scan the same code again.',
  read: (code: string) => `Scanned ${code}.`,
  continuous: 'Keep scanning',
  torch: 'Light',
  camera: 'Camera',
  unnamedCamera: (number: number) => `Camera ${number}`,
  retry: 'Try again',
  errors: {
    insecure:
      'Browsers allow the camera only over HTTPS. Open the dashboard at its https:// address, or ask your administrator to set one up.',
    missing: 'This device has no camera. Connect one and try again, or use a hand scanner.',
    refused:
      'Camera access is blocked. Allow the camera for this site in the browser’s settings, then try again.',
    busy: 'Another app is using the camera. Close it and try again.',
    failed: 'Couldn’t start the camera. Try again, or use another browser.',
    notLoaded:
      'Couldn’t load the barcode reader. Check your connection and try again. After its first use it also works offline.',
  },
});
