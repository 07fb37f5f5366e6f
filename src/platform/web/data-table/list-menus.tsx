import { Download, SlidersHorizontal } from 'lucide-react';
import { Button } from '#platform/web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuLazyContent,
  DropdownMenuTrigger,
} from '#platform/web/ui/dropdown-menu.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModule } from '#platform/web/lazy-module.ts';
import type { CollectProgress } from './collect-rows.ts';
import type { Column } from './column.ts';
import { tableMessages } from './messages.ts';
import type { FileKind } from './save-rows.ts';

/** Menu contents load when a pointer or the focus reaches a button. */
const contents = lazyModule(() => import('./list-menu-contents.tsx'));

/** On a common desktop width, only the icons fit next to the filters. */
const labelClass = 'xl:max-2xl:sr-only';

interface ViewMenuProps<Row> {
  /** Identifies the list in the stored choice. */
  list: string;
  columns: readonly Column<Row>[];
}

/** Menu of visible columns and row height; stored on this device. */
export function ViewMenu<Row>(props: ViewMenuProps<Row>) {
  const t = useMessages(tableMessages);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button title={t.view} className="xl:max-2xl:px-2.5">
          <SlidersHorizontal aria-hidden="true" />
          <span className={labelClass}>{t.view}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuLazyContent module={contents}>
        {({ ViewChoices }) => <ViewChoices {...props} />}
      </DropdownMenuLazyContent>
    </DropdownMenu>
  );
}

interface ExportMenuProps {
  isBusy: boolean;
  onSave(kind: FileKind): void;
}

/** Exports all filtered rows, not only the current page. */
export function ExportMenu({ isBusy, onSave }: ExportMenuProps) {
  const t = useMessages(tableMessages).export;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button disabled={isBusy} title={t.label} className="xl:max-2xl:px-2.5">
          <Download aria-hidden="true" />
          <span className={labelClass}>{t.label}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuLazyContent module={contents}>
        {({ ExportChoices }) => <ExportChoices onSave={onSave} />}
      </DropdownMenuLazyContent>
    </DropdownMenu>
  );
}

/** Progress of a running export, with a cancel button. */
export function ExportProgress(props: { progress: CollectProgress | null; onCancel(): void }) {
  const loaded = useLazyModule(contents);
  return loaded && props.progress ? (
    <loaded.CollectProgressBar progress={props.progress} onCancel={props.onCancel} />
  ) : null;
}
