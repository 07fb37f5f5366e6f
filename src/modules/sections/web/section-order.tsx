import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical, Inbox, type LucideIcon } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { sections } from '../collection.ts';
import {
  itemCountsQuery,
  sectionsInOrderQuery,
  sendSectionOrder,
} from '#modules/master-data/web/queries/arranging.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { ConflictTable } from '#platform/web/form/conflict-table.tsx';
import { SaveBar } from '#platform/web/form/save-bar.tsx';
import { useLeaveGuard } from '#platform/web/form/use-leave-guard.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { mergeEdits } from '#platform/web/drafts/edits.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { saveWithMerge } from '#platform/web/save-with-merge.ts';
import { toast } from '#platform/web/toast.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { useRights } from '#platform/web/session/use-rights.ts';
import { useRowWindow } from '#platform/web/long-list/use-row-window.ts';
import { CSS } from '@dnd-kit/utilities';
import { readText } from '#platform/shapes/tolerant.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cn } from '#platform/web/cn.ts';
import { type AnyResourceTexts, resourceMessages } from '#modules/master-data/web/messages.ts';
import { sectionsMessages } from './messages.ts';
import { errorMessage } from '#platform/web/api/localize-error.ts';

/** Reorders sections in walking order; saved in one call. */
export function SectionOrder() {
  const t = useMessages(sectionsMessages).order;
  const queryClient = useQueryClient();
  const query = useQuery(sectionsInOrderQuery());
  const counts = useQuery(itemCountsQuery('section')).data;
  const names = useNames(['branch']);
  const { canEdit } = useRights(sections);
  /** The requested order, and the order when the first section was moved. */
  const [typed, setTyped] = useState<{ wanted: readonly string[]; seen: readonly string[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const activeSections = activeIn(query.data);
  const rows = typed === null ? activeSections : inOrder(activeSections, typed.wanted);
  const { isChanged, isDisputed } = meetingOver(activeSections);
  useLeaveGuard(isChanged);
  if (query.error && !query.data) {
    return <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonRows label={t.loading} rows={6} />;
  if (rows.length === 0) return <EmptyState icon={Inbox} title={t.empty} text={t.emptyText} />;

  const ids = rows.map(({ _id }) => _id);
  const move = (from: number, to: number) => {
    setTyped({
      wanted: arrayMove([...ids], from, to),
      seen: typed?.seen ?? activeSections.map(({ _id }) => _id),
    });
  };
  const announce = (message: (name: string, at: number, of: number) => string, id: string, over = id) =>
    message(rows.find(({ _id }) => _id === id)?.name ?? '', ids.indexOf(over) + 1, ids.length);
  const announcements: Announcements = {
    onDragStart: ({ active }) => announce(t.picked, String(active.id)),
    onDragOver: ({ active, over }) =>
      over ? announce(t.over, String(active.id), String(over.id)) : undefined,
    onDragEnd: ({ active, over }) => announce(t.dropped, String(active.id), String(over?.id ?? active.id)),
    onDragCancel: ({ active }) => announce((name) => t.cancelled(name), String(active.id)),
  };

  /** Compares the requested order with the one of `now`, so that changes by others are not overwritten. */
  function meetingOver(now: readonly ResourceRow[]) {
    if (typed === null) return { isChanged: false, isDisputed: false };
    const sorted = inOrder(now, typed.wanted).map(({ _id }) => _id);
    const current = { order: now.map(({ _id }) => _id) };
    const { mine, disputed } = mergeEdits(
      { values: { order: sorted }, base: { order: typed.seen } },
      current,
    );
    return { isChanged: 'order' in mine, isDisputed: disputed.length > 0 };
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || !isChanged || isDisputed) return;
    setSaving(true);
    setProblem(null);
    try {
      const unseen = await saveWithMerge(activeSections, {
        send: (now) => sendSectionOrder(queryClient, inOrder(now, ids)),
        readCurrent: ({ status }) =>
          status === 412 ? activeIn(queryClient.getQueryData(sectionsInOrderQuery().queryKey)) : null,
        canMerge: (now) => !meetingOver(now).isDisputed,
      });
      if (unseen === null) {
        setTyped(null);
        toast(t.saved);
      } else if (!meetingOver(unseen).isDisputed) setProblem(t.saveFailed);
    } catch (error) {
      setProblem(errorMessage(error, t.saveFailed));
    } finally {
      setSaving(false);
    }
  }

  const inWords = (of: readonly ResourceRow[]) => formatList(of.map(({ name }) => name));
  return (
    <form className="flex max-w-3xl flex-col gap-3" onSubmit={(event) => void save(event)}>
      <p className="text-muted-foreground text-sm">{canEdit ? t.text : t.readOnly}</p>
      {typed && isDisputed ? (
        <ConflictTable
          name={t.tab}
          who={null}
          rows={[{ key: 'order', label: t.tab, theirs: inWords(activeSections), mine: inWords(rows) }]}
          onTakeTheirs={() => setTyped(null)}
          onKeepMine={() => setTyped({ ...typed, seen: activeSections.map(({ _id }) => _id) })}
        />
      ) : null}
      {problem ? (
        <p role="alert" className="rounded-md border border-status-amber p-3 text-sm">
          {problem}
        </p>
      ) : null}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t.instructions } }}
        onDragStart={({ active }) => setDragged(String(active.id))}
        onDragCancel={() => setDragged(null)}
        onDragEnd={({ active, over }) => {
          setDragged(null);
          if (over && over.id !== active.id)
            move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <SectionLines
            label={t.list}
            rows={rows}
            dragged={dragged}
            draw={(row, at) => (
              <SectionRow
                key={row._id}
                row={row}
                place={at + 1}
                of={rows.length}
                branch={row.values['branchId'] ? names.of('branch', row.values['branchId']) : null}
                items={counts ? (counts.get(row._id) ?? 0) : null}
                isMovable={canEdit}
                onUp={at === 0 ? null : () => move(at, at - 1)}
                onDown={at === rows.length - 1 ? null : () => move(at, at + 1)}
              />
            )}
          />
        </SortableContext>
      </DndContext>
      {/* Always rendered, so that the first move doesn't shift the rows. */}
      {canEdit ? (
        <SaveBar
          placement="page"
          isSaving={isSaving}
          isDirty={isChanged}
          blocked={isDisputed ? t.chooseFirst : isChanged ? null : t.unchanged}
          label={t.save}
          onCancel={() => {
            setTyped(null);
            setProblem(null);
          }}
        />
      ) : null}
    </form>
  );
}

function activeIn(answer: { rows: readonly ResourceRow[] } | undefined): readonly ResourceRow[] {
  return answer?.rows.filter(({ isActive }) => isActive) ?? [];
}

/** Returns rows in the requested order; others follow in their own. */
function inOrder(rows: readonly ResourceRow[], ids: readonly string[]): ResourceRow[] {
  const place = new Map(ids.map((id, at) => [id, at]));
  return rows.toSorted((a, b) => (place.get(a._id) ?? ids.length) - (place.get(b._id) ?? ids.length));
}

interface SectionLinesProps {
  label: string;
  rows: readonly ResourceRow[];
  /** Id of the dragged row, which is always rendered. */
  dragged: string | null;
  draw(row: ResourceRow, at: number): ReactNode;
}

/** A handle or two lines of text, with a line below. */
const guessPx = 49;

/** All sections in order; only visible ones are rendered. */
function SectionLines({ label, rows, dragged, draw }: SectionLinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const { parts } = useRowWindow({
    list,
    keys: rows.map(({ _id }) => _id),
    guessPx,
    getPinned: () => [rows.findIndex(({ _id }) => _id === dragged)],
  });
  return (
    // Clipped, because a row dragged below the last one would lengthen the page endlessly.
    <ol ref={list} aria-label={label} className="overflow-clip rounded-md border bg-card">
      {parts.map((part) => {
        if ('px' in part)
          return <li key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
        const row = rows[part.index];
        return row ? draw(row, part.index) : null;
      })}
    </ol>
  );
}

interface SectionRowProps {
  row: ResourceRow;
  /** From 1. */
  place: number;
  /** Number of sections. */
  of: number;
  /** Null: at every branch. */
  branch: string | null;
  /** Null: unknown. */
  items: number | null;
  isMovable: boolean;
  /** Null for the first row. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

/** A section in walking order: dragged by its handle, or moved with its buttons. */
function SectionRow({ row, place, of, branch, items, isMovable, onUp, onDown }: SectionRowProps) {
  const words = useMessages(sectionsMessages);
  const t = words.order;
  const { choices }: AnyResourceTexts = useMessages(resourceMessages).sections;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: row._id, disabled: !isMovable });
  const temperature = readText(row.values['temperature']) ?? '';
  const kind = readText(row.values['type']) ?? '';
  return (
    <li
      ref={setNodeRef}
      data-row={row._id}
      aria-posinset={place}
      aria-setsize={of}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cn(
        'flex scroll-mt-16 scroll-mb-16 items-center gap-2 border-b bg-card px-2 py-1.5 last:border-b-0',
        isDragging && 'relative z-10 shadow-float',
      )}
    >
      {isMovable ? (
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t.handle(row.name)}
          className="inline-flex size-9 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-muted-foreground hover:bg-accent touch:size-11"
        >
          <GripVertical className="size-4" aria-hidden="true" />
        </button>
      ) : null}
      <span className="w-6 shrink-0 text-end text-muted-foreground text-sm tabular-nums">{place}</span>
      <span className="min-w-0 flex-1 ps-1">
        <bdi className="block truncate font-medium text-sm text-left rtl:text-right">{row.name}</bdi>
        <span className="block text-muted-foreground text-xs">
          {[
            choices['type']?.[kind] ?? kind,
            choices['temperature']?.[temperature] ?? temperature,
            branch ?? t.everywhere,
            items === null ? '' : words.items(items),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {isMovable ? (
        <>
          <MoveButton icon={ArrowUp} label={t.up(row.name)} onMove={onUp} />
          <MoveButton icon={ArrowDown} label={t.down(row.name)} onMove={onDown} />
        </>
      ) : null}
    </li>
  );
}

interface MoveButtonProps {
  icon: LucideIcon;
  label: string;
  onMove: (() => void) | null;
}

/** Button that keeps the focus when its row moves, and at the end of the list, for repeated use. */
function MoveButton({ icon: Icon, label, onMove }: MoveButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={onMove === null || undefined}
      onClick={({ currentTarget }) => {
        onMove?.();
        requestAnimationFrame(() => currentTarget.focus());
      }}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
