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
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { sections } from '#contract/resources/sections.ts';
import { itemCountsQuery, sectionsInOrderQuery, sendSectionOrder } from '#src/collections/arranging.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { SaveBar } from '#src/components/form/save-bar.tsx';
import { useLeaveGuard } from '#src/components/form/use-leave-guard.tsx';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { useNames } from '../use-names.ts';
import { useRights } from '../use-rights.ts';
import { extrasMessages } from './messages.ts';
import { SectionLines } from './section-lines.tsx';
import { SectionRow } from './section-row.tsx';

/** The sections in the order in which people walk past them: put in order here, saved in one call. */
export function SectionOrder() {
  const t = useMessages(extrasMessages).order;
  const queryClient = useQueryClient();
  const asked = useQuery(sectionsInOrderQuery());
  const counts = useQuery(itemCountsQuery('section')).data;
  const names = useNames(['branch']);
  const { canEdit } = useRights(sections);
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  /** The sections as they stood when the first was moved: what comes meanwhile is not saved over without a word. */
  const [held, setHeld] = useState<readonly ResourceRow[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const known = held ?? asked.data?.rows.filter(({ isActive }) => isActive) ?? [];
  const rows = wanted === null ? known : inOrder(known, wanted);
  const isChanged = rows.some(({ _id }, at) => _id !== known[at]?._id);
  useLeaveGuard(isChanged);
  if (asked.error && !asked.data) {
    return <LoadFailed title={t.failed} error={asked.error} onRetry={() => void asked.refetch()} />;
  }
  if (!asked.data) return <SkeletonRows label={t.loading} rows={6} />;
  if (rows.length === 0) return <EmptyState icon={Inbox} title={t.empty} text={t.emptyText} />;

  const ids = rows.map(({ _id }) => _id);
  const move = (from: number, to: number) => {
    setHeld(known);
    setWanted(arrayMove([...ids], from, to));
  };
  const told = (say: (name: string, at: number, of: number) => string, id: string, over = id) =>
    say(rows.find(({ _id }) => _id === id)?.name ?? '', ids.indexOf(over) + 1, ids.length);
  const announcements: Announcements = {
    onDragStart: ({ active }) => told(t.picked, String(active.id)),
    onDragOver: ({ active, over }) => (over ? told(t.over, String(active.id), String(over.id)) : undefined),
    onDragEnd: ({ active, over }) => told(t.dropped, String(active.id), String(over?.id ?? active.id)),
    onDragCancel: ({ active }) => told((name) => t.cancelled(name), String(active.id)),
  };

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || !isChanged) return;
    setSaving(true);
    setProblem(null);
    try {
      await sendSectionOrder(queryClient, rows);
      setWanted(null);
      toast(t.saved);
    } catch (error) {
      // What stands there now is read again; the order that was wanted stays on top of it.
      setWanted(ids);
      const isStale = error instanceof ApiError && error.status === 412;
      setProblem(isStale ? t.stale : messageOf(error, t.saveFailed));
    } finally {
      setHeld(null);
      setSaving(false);
    }
  }

  return (
    <form className="flex max-w-3xl flex-col gap-3" onSubmit={(event) => void save(event)}>
      <p className="text-muted-foreground text-sm">{canEdit ? t.text : t.readOnly}</p>
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
      {/* Always there, so that the first move pushes no row away from under the finger. */}
      {canEdit ? (
        <SaveBar
          placement="page"
          isSaving={isSaving}
          isDirty={isChanged}
          blocked={isChanged ? null : t.unchanged}
          label={t.save}
          onCancel={() => {
            setWanted(null);
            setHeld(null);
            setProblem(null);
          }}
        />
      ) : null}
    </form>
  );
}

/** Rows as they were wanted; those nobody placed stand at the end, as they come. */
function inOrder(rows: readonly ResourceRow[], wanted: readonly string[]): ResourceRow[] {
  const place = new Map(wanted.map((id, at) => [id, at]));
  return rows.toSorted((a, b) => (place.get(a._id) ?? wanted.length) - (place.get(b._id) ?? wanted.length));
}
