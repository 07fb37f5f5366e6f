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
import {
  itemCountsQuery,
  sectionsInOrderQuery,
  sendSectionOrder,
} from '#src/collections/master-data/arranging.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { ConflictTable } from '#src/components/form/conflict-table.tsx';
import { SaveBar } from '#src/components/form/save-bar.tsx';
import { useLeaveGuard } from '#src/components/form/use-leave-guard.tsx';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { meet } from '#src/lib/drafts/edits.ts';
import { formatList } from '#src/lib/format/list.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { saveOver } from '#src/lib/save-over.ts';
import { toast } from '#src/lib/toast.ts';
import { useNames } from '#src/entities/reference/use-names.ts';
import { useRights } from '#src/lib/session/use-rights.ts';
import { extrasMessages } from '../../extras/messages.ts';
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
  /** The order that is wanted, and the one that was seen when the first section was moved. */
  const [typed, setTyped] = useState<{ wanted: readonly string[]; seen: readonly string[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const known = activeIn(asked.data);
  const rows = typed === null ? known : inOrder(known, typed.wanted);
  const { isChanged, isDisputed } = meetingOver(known);
  useLeaveGuard(isChanged);
  if (asked.error && !asked.data) {
    return <LoadFailed title={t.failed} error={asked.error} onRetry={() => void asked.refetch()} />;
  }
  if (!asked.data) return <SkeletonRows label={t.loading} rows={6} />;
  if (rows.length === 0) return <EmptyState icon={Inbox} title={t.empty} text={t.emptyText} />;

  const ids = rows.map(({ _id }) => _id);
  const move = (from: number, to: number) => {
    setTyped({ wanted: arrayMove([...ids], from, to), seen: typed?.seen ?? known.map(({ _id }) => _id) });
  };
  const told = (say: (name: string, at: number, of: number) => string, id: string, over = id) =>
    say(rows.find(({ _id }) => _id === id)?.name ?? '', ids.indexOf(over) + 1, ids.length);
  const announcements: Announcements = {
    onDragStart: ({ active }) => told(t.picked, String(active.id)),
    onDragOver: ({ active, over }) => (over ? told(t.over, String(active.id), String(over.id)) : undefined),
    onDragEnd: ({ active, over }) => told(t.dropped, String(active.id), String(over?.id ?? active.id)),
    onDragCancel: ({ active }) => told((name) => t.cancelled(name), String(active.id)),
  };

  /** How the order that is wanted stands to that of `now`: who else moved, added or archived one is not written over. */
  function meetingOver(now: readonly ResourceRow[]) {
    if (typed === null) return { isChanged: false, isDisputed: false };
    const wanted = inOrder(now, typed.wanted).map(({ _id }) => _id);
    const there = { order: now.map(({ _id }) => _id) };
    const { mine, disputed } = meet({ values: { order: wanted }, base: { order: typed.seen } }, there);
    return { isChanged: 'order' in mine, isDisputed: disputed.length > 0 };
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || !isChanged || isDisputed) return;
    setSaving(true);
    setProblem(null);
    try {
      const unseen = await saveOver(known, {
        send: (now) => sendSectionOrder(queryClient, inOrder(now, ids)),
        currentOf: ({ status }) =>
          status === 412 ? activeIn(queryClient.getQueryData(sectionsInOrderQuery().queryKey)) : null,
        isSettled: (now) => !meetingOver(now).isDisputed,
      });
      if (unseen === null) {
        setTyped(null);
        toast(t.saved);
      } else if (!meetingOver(unseen).isDisputed) setProblem(t.saveFailed);
    } catch (error) {
      setProblem(messageOf(error, t.saveFailed));
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
          rows={[{ key: 'order', label: t.tab, theirs: inWords(known), mine: inWords(rows) }]}
          onTakeTheirs={() => setTyped(null)}
          onKeepMine={() => setTyped({ ...typed, seen: known.map(({ _id }) => _id) })}
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
      {/* Always there, so that the first move pushes no row away from under the finger. */}
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

/** Rows as they were wanted; those nobody placed stand at the end, as they come. */
function inOrder(rows: readonly ResourceRow[], wanted: readonly string[]): ResourceRow[] {
  const place = new Map(wanted.map((id, at) => [id, at]));
  return rows.toSorted((a, b) => (place.get(a._id) ?? wanted.length) - (place.get(b._id) ?? wanted.length));
}
