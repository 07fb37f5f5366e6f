/** What the launcher fetches when it is needed: the palette and the list of shortcuts, as one chunk. */
export { Palette } from './palette.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';
