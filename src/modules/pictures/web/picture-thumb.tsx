import { ImageIcon, ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { type PictureSize, type PictureState, usePicture } from '#platform/web/pictures.ts';
import { galleryMessages } from './messages.ts';
import { readReference, readText } from '#platform/shapes/tolerant.ts';

interface PictureThumbProps {
  /** Value of a field: a picture id, or an address from another server. */
  value: unknown;
  /** Alternative text; empty next to a visible name. */
  alt: string;
  size?: PictureSize;
  className?: string;
}

/** A gallery picture that loads when it comes near the viewport. Its space is reserved. */
export function PictureThumb({ value, alt, size = 'thumb', className }: PictureThumbProps) {
  const t = useMessages(galleryMessages);
  const box = useRef<HTMLSpanElement>(null);
  const isNear = useNear(box);
  const at = pictureAt(value, window.location.origin);
  const ownPicture = usePicture(isNear && at?.kind === 'gallery' ? at.id : null, size);
  const shown: PictureState = at?.kind === 'address' ? { url: at.url, hasFailed: false } : ownPicture;
  return (
    <span
      ref={box}
      className={cn(
        'relative grid place-items-center overflow-hidden bg-muted text-muted-foreground',
        className,
      )}
    >
      {shown.url ? (
        <img
          src={shown.url}
          alt={alt}
          className="absolute inset-0 size-full object-contain"
          draggable={false}
        />
      ) : shown.hasFailed ? (
        <ImageOff role="img" aria-label={t.notShown} className="size-5" />
      ) : (
        <ImageIcon aria-hidden="true" className="size-5 opacity-40" />
      )}
    </span>
  );
}

/** True once the element is on screen, or nearly. */
function useNear(element: React.RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, element]);
  return isNear;
}

/**
 * Returns the picture of a field: a gallery id, or an address of the same origin, as the content security
 * policy requires; null for anything else.
 */
export function pictureAt(
  value: unknown,
  origin: string,
): { kind: 'gallery'; id: string } | { kind: 'address'; url: string } | null {
  const words = readReference(value)?.id ?? readText(value);
  if (words === null) return null;
  if (/^[\w.-]{1,64}$/.test(words)) return { kind: 'gallery', id: words };
  if (!URL.canParse(words, origin)) return null;
  const url = new URL(words, origin);
  return url.origin === origin && url.protocol.startsWith('http') ? { kind: 'address', url: url.href } : null;
}
