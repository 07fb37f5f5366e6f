import { type ReactNode, useId } from 'react';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { setLetterKeys, useLetterKeys } from '#platform/web/letter-keys.ts';
import { type ShortcutName, formatShortcut } from '#platform/web/shortcuts.ts';
import { paletteMessages } from './messages.ts';

type Texts = Translation<(typeof paletteMessages)['en']>;
type NamedKey = keyof Texts['keyNames'];

interface Shortcut {
  /** Keys by name, or by their printed character. */
  keys: readonly ({ name: NamedKey } | string)[];
  description: keyof Texts['shortcuts'];
  /** Whether it is a single-key shortcut, which can be turned off. */
  isLetter?: boolean;
}

/** Row of each dashboard shortcut; a missing one is a type error. */
const shortcutRows: Record<ShortcutName, Shortcut> = {
  palette: { keys: [formatShortcut('palette')], description: 'palette' },
  search: { keys: [formatShortcut('search')], description: 'search', isLetter: true },
  save: { keys: [formatShortcut('save')], description: 'save' },
  submit: { keys: [formatShortcut('submit')], description: 'submit' },
  note: { keys: [formatShortcut('note')], description: 'note' },
  explain: { keys: [formatShortcut('explain')], description: 'why' },
  takeSuggestion: { keys: [formatShortcut('takeSuggestion'), '→'], description: 'takeSuggestion' },
};
const { palette, search, ...formShortcuts } = shortcutRows;
const { save, ...quantityShortcuts } = formShortcuts;

const shortcuts: readonly { title: keyof Texts['shortcuts']; rows: readonly Shortcut[] }[] = [
  {
    title: 'everywhere',
    rows: [
      palette,
      search,
      save,
      { keys: ['?'], description: 'help', isLetter: true },
      { keys: [{ name: 'escape' }], description: 'close' },
    ],
  },
  {
    title: 'lists',
    rows: [
      { keys: ['J', 'K'], description: 'nextOrPreviousRow', isLetter: true },
      { keys: ['↓', '↑'], description: 'nextOrPreviousRow' },
      { keys: [{ name: 'enter' }], description: 'open' },
    ],
  },
  {
    title: 'quantities',
    rows: [
      { keys: [{ name: 'enter' }, { name: 'tab' }], description: 'down' },
      { keys: [{ name: 'shiftEnter' }], description: 'up' },
      { keys: ['* / + -'], description: 'calculate' },
      ...Object.values(quantityShortcuts),
    ],
  },
];

/** Lists every keyboard shortcut, with the switch for single-key ones. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const texts = useMessages(paletteMessages);
  const t = texts.shortcuts;
  const isOn = useLetterKeys();
  const switchId = useId();
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent title={t.title} description={t.description}>
        <div className="flex flex-col gap-5">
          {shortcuts.map(({ title, rows }) => (
            <section key={title}>
              <h3 className="pb-1 font-medium text-muted-foreground text-xs">{t[title]}</h3>
              <dl>
                {rows.map((row) => (
                  <div
                    key={`${row.description} ${row.isLetter ?? false}`}
                    className="flex items-center justify-between gap-4 py-1.5 text-sm"
                  >
                    <dt className={row.isLetter && !isOn ? 'text-muted-foreground line-through' : undefined}>
                      {t[row.description]}
                    </dt>
                    <dd className="shrink-0">
                      <Keys keys={row.keys} texts={texts} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <div className="flex items-start gap-3 border-t pt-4">
            <input
              id={switchId}
              type="checkbox"
              className="mt-0.5 size-4 shrink-0 accent-primary touch:size-6"
              checked={isOn}
              aria-describedby={`${switchId}-text`}
              onChange={(event) => setLetterKeys(event.currentTarget.checked)}
            />
            <div>
              <label htmlFor={switchId} className="font-medium text-sm">
                {t.letters}
              </label>
              <p id={`${switchId}-text`} className="text-muted-foreground text-sm">
                {t.lettersText}
              </p>
            </div>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Keys({ keys, texts }: { keys: Shortcut['keys']; texts: Texts }) {
  const labels = keys.map((key) => (typeof key === 'string' ? key : texts.keyNames[key.name]));
  return labels.map((key, index) => (
    <span key={key}>
      {index > 0 ? <span className="px-1.5 text-muted-foreground text-xs">{texts.shortcuts.or}</span> : null}
      <Key>{key}</Key>
    </span>
  ));
}

/** A keyboard key. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd
      className="inline-block min-w-5 rounded-sm border bg-muted px-1 text-center font-sans text-muted-foreground text-xs"
      dir="ltr"
    >
      {children}
    </kbd>
  );
}
