/**
 * Plain class names for the first load: the sign-in form and the error screen render before the component
 * library is loaded. index.html uses the same classes.
 */
export const plainLabel = 'font-medium text-sm';
export const plainField =
  'h-10 w-full rounded-md border border-input bg-card px-3 text-sm disabled:opacity-60 touch:min-h-11';

const button =
  'inline-flex h-10 items-center justify-center rounded-md px-4 font-medium text-sm transition-colors touch:min-h-11 disabled:opacity-50';
export const plainButton = `${button} border border-input bg-card hover:bg-accent`;
export const plainPrimaryButton = `${button} bg-primary text-primary-foreground hover:bg-primary/90`;
