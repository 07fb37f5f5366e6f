import type { ReactNode } from 'react';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { RowPage } from '#src/master-data/row-page.tsx';

interface RowFrameProps {
  placement: 'panel' | 'page';
  title: string;
  note: ReactNode;
  /** What can be done with it; null while there is nothing. */
  actions: ReactNode;
  /** Two columns stand side by side in it. */
  isForm: boolean;
  onClose(): void;
  children: ReactNode;
}

/** An open user or role: beside the list, or as a page of its own (`&full=true`). */
export function RowFrame({ placement, title, note, actions, isForm, onClose, children }: RowFrameProps) {
  if (placement === 'page') {
    return (
      <RowPage title={title} note={note} actions={actions} isWide={isForm} onClose={onClose}>
        {children}
      </RowPage>
    );
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={title}
        description={note}
        {...(isForm ? { className: 'max-w-[1100px]' } : {})}
        footer={actions}
      >
        {children}
      </SheetContent>
    </Dialog>
  );
}
