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
} from '#modules/master-data/web/queries/merge-and-order.ts';
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
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

/** Reorders sections in walking order; saved in one request. */
export function SectionOrder() {
  const t = useMessages(sectionsMessages).order;
  const queryClient = useQueryClient();
  const query = useQuery(sectionsInOrderQuery());
  const counts = useQuery(itemCountsQuery('section')).data;
  const names = useNames(['branch']);
  const { canEdit } = useRights(sections);
  /** The edited order, and the order when the first section was moved. */
  const [edit, setEdit] = useState<{ order: readonly string[]; base: readonly string[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const activeSections = getActiveRows(query.data);
  const rows = edit === null ? activeSections : sortByIds(activeSections, edit.order);
  const { isChanged, hasConflict } = compareWith(activeSections);
  useLeaveGuard(isChanged);
  if (query.error && !query.data) {
    return <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonRows label={t.loading} rows={6} />;
  if (rows.length === 0) return <EmptyState icon={Inbox} title={t.empty} text={t.emptyText} />;

  const ids = rows.map(({ _id }) => _id);
  const move = (from: number, to: number) => {
    setEdit({
      order: arrayMove([...ids], from, to),
      base: edit?.base ?? activeSections.map(({ _id }) => _id),
    });
  };
  const announce = (
    message: (name: string, position: number, total: number) => string,
    id: string,
    over = id,
  ) => message(rows.find(({ _id }) => _id === id)?.name ?? '', ids.indexOf(over) + 1, ids.length);
  const announcements: Announcements = {
    onDragStart: ({ active }) => announce(t.pickedUp, String(active.id)),
    onDragOver: ({ active, over }) =>
      over ? announce(t.movedTo, String(active.id), String(over.id)) : undefined,
    onDragEnd: ({ active, over }) => announce(t.dropped, String(active.id), String(over?.id ?? active.id)),
    onDragCancel: ({ active }) => announce((name) => t.cancelled(name), String(active.id)),
  };

  /** Compares the edited order with the latest one, so that changes by others aren't overwritten. */
  function compareWith(latest: readonly ResourceRow[]) {
    if (edit === null) return { isChanged: false, hasConflict: false };
    const sorted = sortByIds(latest, edit.order).map(({ _id }) => _id);
    const current = { order: latest.map(({ _id }) => _id) };
    const { mine, conflictingFields } = mergeEdits(
      { values: { order: sorted }, base: { order: edit.base } },
      current,
    );
    return { isChanged: 'order' in mine, hasConflict: conflictingFields.length > 0 };
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || !isChanged || hasConflict) return;
    setSaving(true);
    setProblem(null);
    try {
      const conflicting = await saveWithMerge(activeSections, {
        send: (latest) => sendSectionOrder(queryClient, sortByIds(latest, ids)),
        readCurrent: ({ status }) =>
          status === 412 ? getActiveRows(queryClient.getQueryData(sectionsInOrderQuery().queryKey)) : null,
        canMerge: (latest) => !compareWith(latest).hasConflict,
      });
      if (conflicting === null) {
        setEdit(null);
        toast(t.saved);
      } else if (!compareWith(conflicting).hasConflict) setProblem(t.saveFailed);
    } catch (error) {
      setProblem(getErrorMessage(error, t.saveFailed));
    } finally {
      setSaving(false);
    }
  }

  const listNames = (sectionRows: readonly ResourceRow[]) => formatList(sectionRows.map(({ name }) => name));
  return (
    <form className="flex max-w-3xl flex-col gap-3" onSubmit={(event) => void save(event)}>
      <p className="text-muted-foreground text-sm">{canEdit ? t.text : t.readOnly}</p>
      {edit && hasConflict ? (
        <ConflictTable
          name={t.tab}
          changedBy={null}
          rows={[{ key: 'order', label: t.tab, theirs: listNames(activeSections), mine: listNames(rows) }]}
          onTakeTheirs={() => setEdit(null)}
          onKeepMine={() => setEdit({ ...edit, base: activeSections.map(({ _id }) => _id) })}
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
        onDragStart={({ active }) => setDraggedId(String(active.id))}
        onDragCancel={() => setDraggedId(null)}
        onDragEnd={({ active, over }) => {
          setDraggedId(null);
          if (over && over.id !== active.id)
            move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <SectionLines
            label={t.list}
            rows={rows}
            draggedId={draggedId}
            renderRow={(row, index) => (
              <SectionRow
                key={row._id}
                row={row}
                position={index + 1}
                total={rows.length}
                branch={row.values['branchId'] ? names.getName('branch', row.values['branchId']) : null}
                items={counts ? (counts.get(row._id) ?? 0) : null}
                isMovable={canEdit}
                onUp={index === 0 ? null : () => move(index, index - 1)}
                onDown={index === rows.length - 1 ? null : () => move(index, index + 1)}
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
          disabledReason={hasConflict ? t.chooseFirst : isChanged ? null : t.unchanged}
          label={t.save}
          onCancel={() => {
            setEdit(null);
            setProblem(null);
          }}
        />
      ) : null}
    </form>
  );
}

function getActiveRows(response: { rows: readonly ResourceRow[] } | undefined): readonly ResourceRow[] {
  return response?.rows.filter(({ isActive }) => isActive) ?? [];
}

/** Sorts rows by a list of ids; rows that aren't in the list follow in their original order. */
function sortByIds(rows: readonly ResourceRow[], ids: readonly string[]): ResourceRow[] {
  const positions = new Map(ids.map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (positions.get(a._id) ?? ids.length) - (positions.get(b._id) ?? ids.length));
}

interface SectionLinesProps {
  label: string;
  rows: readonly ResourceRow[];
  /** Id of the dragged row, which is always rendered. */
  draggedId: string | null;
  renderRow(row: ResourceRow, index: number): ReactNode;
}

/** Height of a row before it is measured. */
const estimatedRowPx = 49;

/** All sections in order; only visible ones are rendered. */
function SectionLines({ label, rows, draggedId, renderRow }: SectionLinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const { parts } = useRowWindow({
    list,
    keys: rows.map(({ _id }) => _id),
    estimatedRowPx,
    getPinned: () => [rows.findIndex(({ _id }) => _id === draggedId)],
  });
  return (
    // Clipped, because a row dragged below the last one would lengthen the page endlessly.
    <ol ref={list} aria-label={label} className="overflow-clip rounded-md border bg-card">
      {parts.map((part) => {
        if ('px' in part)
          return <li key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
        const row = rows[part.index];
        return row ? renderRow(row, part.index) : null;
      })}
    </ol>
  );
}

interface SectionRowProps {
  row: ResourceRow;
  /** Position in the list, from 1. */
  position: number;
  /** Number of sections. */
  total: number;
  /** Null if the section exists at every branch. */
  branch: string | null;
  /** Number of items; null if unknown. */
  items: number | null;
  isMovable: boolean;
  /** Null for the first row. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

/** A section in walking order: dragged by its handle, or moved with its buttons. */
function SectionRow({ row, position, total, branch, items, isMovable, onUp, onDown }: SectionRowProps) {
  const messages = useMessages(sectionsMessages);
  const t = messages.order;
  const { choices }: AnyResourceTexts = useMessages(resourceMessages).sections;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: row._id, disabled: !isMovable });
  const temperature = readText(row.values['temperature']) ?? '';
  const kind = readText(row.values['type']) ?? '';
  return (
    <li
      ref={setNodeRef}
      data-row={row._id}
      aria-posinset={position}
      aria-setsize={total}
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
      <span className="w-6 shrink-0 text-end text-muted-foreground text-sm tabular-nums">{position}</span>
      <span className="min-w-0 flex-1 ps-1">
        <bdi className="block truncate font-medium text-sm text-left rtl:text-right">{row.name}</bdi>
        <span className="block text-muted-foreground text-xs">
          {[
            choices['type']?.[kind] ?? kind,
            choices['temperature']?.[temperature] ?? temperature,
            branch ?? t.everywhere,
            items === null ? '' : messages.items(items),
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

/** Button that keeps the focus when its row moves, so that it can be pressed repeatedly. */
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
