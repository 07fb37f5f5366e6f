import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { labelSize } from '#core/labels/label.ts';
import { createStore, useStore } from '#platform/web/store.ts';
import { qrModule } from './printed-qr.tsx';

/** `@page` declarations by print format. */
const pages = {
  document: () => 'size: auto; margin: 16mm',
  list: () => 'size: auto; margin: 12mm',
  sticker: (height: number = labelSize.height) => `size: ${labelSize.width}mm ${height}mm; margin: 0`,
} as const;
export type PageFormat = keyof typeof pages;

interface Printout {
  content: ReactNode;
  format: PageFormat;
  /** Height of a sticker in millimetres; 29 by default. */
  height?: number;
}

/** Page numbers in the bottom margin. */
const pageNumbers =
  '@page { @bottom-center { content: counter(page) " / " counter(pages); font: 9pt sans-serif } }';

/** Dialogs, toasts and the page itself are siblings in `body`. */
const hideAllButPaper =
  '@media print { html { color-scheme: light } body > :not([data-paper]) { display: none !important } }';
const hideAllButPage = '@media print { body > :not(#root) { display: none !important } }';

/**
 * The current printout; `paper` is null if the page itself is printed. `isFromBrowser`: the browser's
 * print command started it.
 */
const printing = createStore<{ paper: Printout | null; isFromBrowser: boolean } | null>(null);

/** Printouts of open documents for the browser's print command; the last one is on top. */
const openPrintouts: RefObject<Printout | null>[] = [];

/** Prints only `content`, replacing a printout in progress; `height` is that of a sticker in millimetres. */
export function printContent(content: ReactNode, format: PageFormat, height?: number): void {
  printing.set({ paper: { content, format, ...(height && { height }) }, isFromBrowser: false });
}

/** Prints the page as it is on screen, without dialogs and toasts. */
export function printPage(): void {
  printing.set({ paper: null, isFromBrowser: false });
}

/**
 * Registers the printout of an open document, which the browser's print command also uses; null if there is
 * nothing to print. Returns a function that prints the document.
 */
export function usePrintout(content: ReactNode, format: PageFormat = 'document'): () => void {
  const latest = useRef<Printout | null>(null);
  useEffect(() => {
    latest.current = content === null ? null : { content, format };
  });
  useEffect(() => {
    qrModule.load();
    openPrintouts.push(latest);
    return () => {
      openPrintouts.splice(openPrintouts.indexOf(latest), 1);
    };
  }, []);
  return () => printContent(content, format);
}

interface PrintOnceProps extends Pick<Printout, 'format'> {
  children: ReactNode;
  /** Called when printing has started; the caller then removes this component. */
  onDone(): void;
}

/** Prints its children when rendered; used for printouts whose code is loaded on demand. */
export function PrintOnce({ children, format, onDone }: PrintOnceProps): null {
  useEffect(() => {
    printContent(children, format);
    onDone();
  }, [children, format, onDone]);
  return null;
}

/** Resolves once the code that a printout may need has been loaded, or has failed to load. */
async function waitForQrModule(paper: Printout | null): Promise<void> {
  if (paper === null || qrModule.loaded.get() !== null) return;
  qrModule.load();
  await qrModule.firstAttempt;
}

/** Renders the current printout. Mounted once per app, so that only one printout is on the page. */
export function PrintoutHost() {
  const current = useStore(printing);
  useEffect(() => {
    if (current?.isFromBrowser !== false) return undefined;
    // The encoder's component is rendered one task later.
    let timer: ReturnType<typeof setTimeout> | undefined;
    void waitForQrModule(current.paper).then(() => {
      timer = setTimeout(() => window.print());
    });
    return () => clearTimeout(timer);
  }, [current]);
  useEffect(() => {
    function start(): void {
      if (printing.get() !== null) return;
      const paper = openPrintouts.findLast(({ current }) => current !== null)?.current ?? null;
      if (paper !== null) flushSync(() => printing.set({ paper, isFromBrowser: true }));
    }
    const end = () => printing.set(null);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
      end();
    };
  }, []);
  if (current === null) return null;
  const { paper } = current;
  if (paper === null) return <style>{hideAllButPage}</style>;
  return createPortal(
    <div data-paper={paper.format} className="hidden bg-white text-black print:block">
      <style>{`@page { ${pages[paper.format](paper.height)} } ${paper.format === 'sticker' ? '' : pageNumbers} ${hideAllButPaper}`}</style>
      {paper.content}
    </div>,
    document.body,
  );
}
