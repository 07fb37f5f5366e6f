/** Plain class names: this page loads before the component library's helpers. index.html uses the same. */
export const labelLook = 'font-medium text-sm';
export const fieldLook =
  'h-10 w-full rounded-md border border-input bg-card px-3 text-sm disabled:opacity-60 touch:min-h-11';
export const submitLook = 'mt-2 h-10 w-full';
