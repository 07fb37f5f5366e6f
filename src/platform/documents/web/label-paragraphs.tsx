import type { LabelDeclaration } from '#core/labels/label.ts';
import { cn } from '#platform/web/cn.ts';

interface LabelParagraphsProps extends Pick<LabelDeclaration, 'paragraphs'> {
  className?: string;
}

/** Paragraphs in several languages, with emphasised text in bold. */
export function LabelParagraphs({ paragraphs, className }: LabelParagraphsProps) {
  return [...paragraphs.entries()].map(([paragraphIndex, runs]) => (
    <p key={paragraphIndex} dir="auto" className={cn('break-words', className)}>
      {[...runs.entries()].map(([index, { text, isStrong }]) =>
        isStrong ? <strong key={index}>{text}</strong> : text,
      )}
    </p>
  ));
}
