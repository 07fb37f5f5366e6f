import { Link, type LinkProps } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Picture } from '#modules/gallery/web/queries.ts';
import { RowCheck } from '#platform/web/data-table/row-check.tsx';
import type { Selection } from '#platform/web/data-table/use-selection.ts';
import { Pill } from '#platform/web/ui/pill.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { galleryMessages } from './messages.ts';
import { PictureThumb } from './picture-thumb.tsx';

interface PictureGridProps {
  label: string;
  pictures: readonly Picture[];
  /** The open or selected picture. */
  currentId: string | undefined;
  /** Returns a picture's link; if omitted, clicking a picture chooses it. */
  getLink?: (picture: Picture) => LinkProps;
  onChoose?: (picture: Picture) => void;
  /** Called when the Delete key is pressed on a picture. */
  onDelete?: ((picture: Picture) => void) | undefined;
  isBusy: boolean;
  /** Enables selection by checkbox or the space bar. */
  selection?: Selection<Picture> | undefined;
}

const tileClass =
  'flex w-full flex-col overflow-hidden rounded-lg border bg-card text-start transition-colors hover:border-primary aria-[current]:border-primary aria-[current]:ring-2 aria-[current]:ring-primary';

/** Picture grid: arrow keys, Home and End move the focus, Enter opens or chooses, Space selects. */
export function PictureGrid(props: PictureGridProps) {
  const { label, pictures, currentId, getLink, onChoose, onDelete, isBusy, selection } = props;
  const t = useMessages(galleryMessages);
  const list = useRef<HTMLUListElement>(null);
  const [lastFocusedId, setLastFocusedId] = useState<string | null>(null);
  const tabStop = pictures.find(({ _id }) => _id === (lastFocusedId ?? currentId)) ?? pictures[0];

  function onKeyDown(event: KeyboardEvent, index: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const picture = pictures[index];
    if (event.key === 'Delete' && onDelete && picture) {
      event.preventDefault();
      onDelete(picture);
      return;
    }
    if (event.key === ' ' && selection && picture) {
      event.preventDefault();
      selection.toggle(picture._id, !selection.rows.has(picture._id), event.shiftKey);
      return;
    }
    const tiles = Array.from(list.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? []);
    const next = tiles[findNeighbour(event.key, index, tiles)];
    if (!next || next === tiles[index]) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <ul
      ref={list}
      aria-label={label}
      aria-busy={isBusy}
      className={cn('grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3', isBusy && 'opacity-60')}
    >
      {pictures.map((picture, index) => {
        const tileProps = {
          'data-tile': picture._id,
          className: tileClass,
          tabIndex: picture === tabStop ? 0 : -1,
          'aria-current': picture._id === currentId ? (true as const) : undefined,
          onFocus: () => setLastFocusedId(picture._id),
          onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
        };
        const content = (
          <>
            <PictureThumb value={picture._id} alt="" className="aspect-square w-full" />
            <span className="flex w-full min-w-0 items-center gap-1.5 px-2 py-1.5 text-sm">
              <bdi className="truncate">{picture.name}</bdi>
              {picture.isActive ? null : <Pill className="ms-auto">{t.archived}</Pill>}
            </span>
          </>
        );
        return (
          <li key={picture._id} className="relative min-w-0">
            {selection ? (
              <span className="absolute start-2 top-2 z-10 rounded-md bg-card/85">
                <RowCheck
                  label={t.selectPicture(picture.name)}
                  isChecked={selection.rows.has(picture._id)}
                  onChange={(isOn, isRange) => selection.toggle(picture._id, isOn, isRange)}
                />
              </span>
            ) : null}
            {getLink ? (
              <Link {...getLink(picture)} {...tileProps}>
                {content}
              </Link>
            ) : (
              <button type="button" {...tileProps} onClick={() => onChoose?.(picture)}>
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the index of the tile that a key moves to, or -1. */
function findNeighbour(key: string, index: number, tiles: readonly HTMLElement[]): number {
  const [first] = tiles;
  if (!first) return -1;
  const forward = getComputedStyle(first).direction === 'rtl' ? -1 : 1;
  const secondRowStart = tiles.findIndex(({ offsetTop }) => offsetTop > first.offsetTop);
  const perRow = secondRowStart < 0 ? tiles.length : secondRowStart;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: index + forward,
    ArrowLeft: index - forward,
    ArrowDown: index + perRow,
    ArrowUp: index - perRow,
    Home: 0,
    End: tiles.length - 1,
  };
  return steps[key] ?? -1;
}
