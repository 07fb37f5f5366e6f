import { ImageIcon, ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { type PictureSize, type PictureState, usePicture } from '#platform/web/pictures.ts';
import { galleryMessages } from './messages.ts';
import { readReference, readText } from '#platform/shapes/tolerant.ts';

interface PictureThumbProps {
  /** Field value: a picture id, or a URL from a server other than ours. */
  value: unknown;
  /** Alternative text; empty next to a visible name. */
  alt: string;
  size?: PictureSize;
  className?: string;
}

/** A gallery picture that loads when it comes near the viewport; its space is reserved until then. */
export function PictureThumb({ value, alt, size = 'thumb', className }: PictureThumbProps) {
  const t = useMessages(galleryMessages);
  const box = useRef<HTMLSpanElement>(null);
  const isNear = useIsNearViewport(box);
  const source = parsePictureSource(value, window.location.origin);
  const galleryPicture = usePicture(isNear && source?.kind === 'gallery' ? source.id : null, size);
  const picture: PictureState =
    source?.kind === 'url' ? { url: source.url, hasFailed: false } : galleryPicture;
  return (
    <span
      ref={box}
      className={cn(
        'relative grid place-items-center overflow-hidden bg-muted text-muted-foreground',
        className,
      )}
    >
      {picture.url ? (
        <img
          src={picture.url}
          alt={alt}
          className="absolute inset-0 size-full object-contain"
          draggable={false}
        />
      ) : picture.hasFailed ? (
        <ImageOff role="img" aria-label={t.notShown} className="size-5" />
      ) : (
        <ImageIcon aria-hidden="true" className="size-5 opacity-40" />
      )}
    </span>
  );
}

/** Returns true once the element is in or near the viewport. */
function useIsNearViewport(element: React.RefObject<Element | null>): boolean {
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
 * Returns the source of a field's picture: a gallery id, or a URL with the same origin, as required by the
 * content security policy; null for anything else.
 */
export function parsePictureSource(
  value: unknown,
  origin: string,
): { kind: 'gallery'; id: string } | { kind: 'url'; url: string } | null {
  const text = readReference(value)?.id ?? readText(value);
  if (text === null) return null;
  if (/^[\w.-]{1,64}$/.test(text)) return { kind: 'gallery', id: text };
  if (!URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  return url.origin === origin && url.protocol.startsWith('http') ? { kind: 'url', url: url.href } : null;
}
