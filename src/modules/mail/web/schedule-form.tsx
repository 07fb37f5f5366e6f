import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { MailScheduleInput } from '../input.ts';
import type { MailSchedule } from '../shapes.ts';
import type { MailChoices } from '../shapes.ts';
import type { ReportView } from '#modules/reports/shapes.ts';
import { cadences } from '../cadence.ts';
import { mailLanguages } from '../states.ts';
import { isOwnLocation } from '#core/permissions.ts';
import { isReportName } from '#modules/reports/report-shapes.ts';
import { resolveColumnHeading, getReportStrings } from '#modules/reports/strings.ts';
import { invalidateMail, saveMailSchedule } from './queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage, getFieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { mailMessages } from './messages.ts';

interface ScheduleFormProps {
  schedule: MailSchedule | null;
  /** Saved view from which a new schedule is created. */
  view?: ReportView | undefined;
  choices: MailChoices;
  onClose(): void;
}

/** Value of the digest option in the list of reports. */
const digest = '';

/** Returns the filters of a view without its days, since each email covers a different period. */
function getReportFilters({ params }: ReportView): MailSchedule['params'] {
  const { period: _, from: __, to: ___, day: ____, ...filters } = params;
  return filters;
}

/** Form for scheduled emails: content, schedule and recipients. */
export function ScheduleForm({ schedule, view, choices, onClose }: ScheduleFormProps) {
  const t = useMessages(mailMessages).form;
  const mailTexts = useMessages(mailMessages);
  const reportStrings = getReportStrings(useLocale());
  const user = useUser();
  const queryClient = useQueryClient();
  const formId = useId();
  const branches = (useQuery(branchesQuery()).data ?? []).filter(
    ({ _id, isActive }) => isActive && isOwnLocation(user, _id),
  );
  // Filters that this form doesn't offer are retained as long as the report stays the same.
  const [initial] = useState(() => ({
    report: schedule?.report ?? view?.report ?? null,
    params: schedule?.params ?? (view ? getReportFilters(view) : {}),
  }));
  const [name, setName] = useState(schedule?.name ?? view?.name ?? '');
  const [report, setReport] = useState(
    schedule ? (schedule.report ?? digest) : (view?.report ?? choices.reports[0]?.name ?? digest),
  );
  const [by, setBy] = useState<string>(initial.params.by ?? '');
  const [branch, setBranch] = useState(initial.params.branch ?? '');
  const [cadence, setCadence] = useState<string>(schedule?.cadence ?? 'day');
  const [sendDay, setSendDay] = useState(String(schedule?.sendDay ?? 1));
  const [sendTime, setSendTime] = useState(schedule?.sendTime ?? '07:00');
  const [timezone, setTimezone] = useState(
    schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC',
  );
  const [onlyWithRows, setOnlyWithRows] = useState(schedule?.onlyWithRows ?? false);
  const [withFile, setWithFile] = useState(schedule?.withFile ?? false);
  const [isActive, setActive] = useState(schedule?.isActive ?? true);
  const [people, setPeople] = useState<readonly string[]>(
    schedule ? schedule.recipients.flatMap(({ userId }) => userId ?? []) : [user._id],
  );
  const [addresses, setAddresses] = useState(
    schedule?.recipients.flatMap(({ address }) => address ?? []).join(', ') ?? '',
  );
  const [language, setLanguage] = useState<string>(
    schedule?.recipients.find((recipient) => recipient.address !== null)?.language ?? 'en',
  );
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // Recipients of the last rejected save, in the order of the indexes used by the error.
  const [submitted, setSubmitted] = useState<{ people: number; names: readonly string[] }>({
    people: 0,
    names: [],
  });
  const [idempotencyKey] = useState(newUuid);
  const fieldErrors = failure instanceof ApiError ? getFieldErrorMessages(failure) : {};
  const reportChoice = choices.reports.find((choice) => choice.name === report);
  const reports = [
    ...choices.reports.map((report) => report.name),
    ...(initial.report === null || choices.reports.some((report) => report.name === initial.report)
      ? []
      : [initial.report]),
  ];
  const zones = [...new Set([timezone, ...branches.map((branch) => branch.timezone ?? ''), 'UTC'])].filter(
    (zone) => zone !== '',
  );
  const nameByUser = new Map([
    ...(schedule?.recipients.flatMap(({ userId, name: userName }) =>
      userId ? [[userId, userName ?? ''] as const] : [],
    ) ?? []),
    ...choices.people.map((person) => [person._id, person.name] as const),
  ]);

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const externalAddresses =
      report === digest ? [] : addresses.split(/[,;\s]+/).filter((address) => address !== '');
    setSubmitted({
      people: people.length,
      names: [...people.map((id) => nameByUser.get(id) ?? ''), ...externalAddresses],
    });
    const { branch: _, ...rest } = report === initial.report ? initial.params : {};
    const selectedCadence = cadences.find((each) => each === cadence) ?? 'day';
    const input: MailScheduleInput = {
      name,
      contentType: report === digest ? 'digest' : 'report',
      report: report === digest ? null : report,
      params:
        report === digest
          ? {}
          : ({
              ...rest,
              ...(by !== '' && reportChoice?.by.includes(by) && { by }),
              ...(branch !== '' && { branch }),
            } as MailScheduleInput['params']),
      cadence: selectedCadence,
      sendDay: selectedCadence === 'week' || selectedCadence === 'month' ? Number(sendDay) : null,
      sendTime,
      timezone,
      onlyWithRows,
      withFile,
      isActive,
      recipients: [
        ...people.map((userId) => ({ userId })),
        ...externalAddresses.map((address) => ({
          address,
          language: mailLanguages.find((mailLanguage) => mailLanguage === language) ?? 'en',
        })),
      ],
    };
    try {
      await saveMailSchedule(input, schedule, idempotencyKey);
      invalidateMail(queryClient);
      toast(mailTexts.saved);
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  const recipientErrors = Object.entries(fieldErrors).flatMap(([field, text]) => {
    const n = Number(/^recipients\.(\d+)/.exec(field)?.[1] ?? Number.NaN);
    return Number.isNaN(n) ? [] : [{ n, text: `\u2068${submitted.names[n] ?? ''}\u2069: ${text}` }];
  });
  const peopleError =
    recipientErrors.find(({ n }) => n < submitted.people)?.text ?? fieldErrors['recipients'];
  const addressError = recipientErrors.find(({ n }) => n >= submitted.people)?.text ?? null;
  const isShownAtField =
    ['name', 'sendDay', 'sendTime'].some((field) => fieldErrors[field] !== undefined) ||
    addressError !== null;
  const message =
    failure === null
      ? null
      : (peopleError ?? (isShownAtField ? null : getErrorMessage(failure, mailTexts.notSaved)));
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent
        title={schedule ? t.edit(schedule.name) : t.new}
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {t.cancel}
            </Button>
            <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
              {isBusy ? t.saving : t.save}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
          <Field label={t.name} error={fieldErrors['name'] ?? null}>
            {(control) => (
              <Input
                {...control}
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
            )}
          </Field>
          <ChoiceField
            label={t.report}
            value={report === digest ? 'digest' : report}
            onChange={(next) => setReport(next === 'digest' ? digest : next)}
            options={[
              ...reports.map((id) => ({ id, name: isReportName(id) ? reportStrings.names[id] : id })),
              { id: 'digest', name: mailTexts.digest },
            ]}
          />
          {view && report === view.report ? (
            <p className="text-muted-foreground text-sm">{t.viewHint(view.name)}</p>
          ) : null}
          {reportChoice && reportChoice.by.length > 0 ? (
            <ChoiceField
              label={t.by}
              value={by || (reportChoice.by[0] ?? '')}
              onChange={setBy}
              options={reportChoice.by.map((id) => ({
                id,
                name: resolveColumnHeading(reportStrings, 'label', id),
              }))}
            />
          ) : null}
          {report === digest || branches.length < 2 ? null : (
            <ChoiceField
              label={t.branch}
              value={branch}
              none={t.allBranches}
              onChange={setBranch}
              options={branches.map(({ _id, name: branchName }) => ({ id: _id, name: branchName }))}
            />
          )}
          <div className="grid grid-cols-2 gap-4">
            <ChoiceField
              label={t.cadence}
              value={cadence}
              onChange={setCadence}
              options={cadences.map((id) => ({ id, name: mailTexts.cadences[id] }))}
            />
            {cadence === 'week' ? (
              <ChoiceField
                label={t.weekday}
                value={sendDay}
                onChange={setSendDay}
                options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
                  id: String(day),
                  name: formatWeekday(day, 'long'),
                }))}
              />
            ) : cadence === 'month' ? (
              <Field label={t.day} error={fieldErrors['sendDay'] ?? null}>
                {(control) => (
                  <Input
                    {...control}
                    inputMode="numeric"
                    value={sendDay}
                    onChange={({ currentTarget }) => setSendDay(currentTarget.value)}
                  />
                )}
              </Field>
            ) : null}
            <Field label={t.time} error={fieldErrors['sendTime'] ?? null}>
              {(control) => (
                <Input
                  {...control}
                  type="time"
                  value={sendTime}
                  onChange={({ currentTarget }) => setSendTime(currentTarget.value)}
                />
              )}
            </Field>
            <ChoiceField
              label={t.timezone}
              value={timezone}
              onChange={setTimezone}
              options={zones.map((zone) => ({ id: zone, name: zone }))}
            />
          </div>
          <div>
            <CheckField label={t.onlyWithRows} value={onlyWithRows} onChange={setOnlyWithRows} />
            {report === digest ? null : (
              <CheckField label={t.withFile} value={withFile} onChange={setWithFile} />
            )}
            <CheckField label={t.isActive} value={isActive} onChange={setActive} />
          </div>
          <fieldset>
            <legend className="pb-1 font-medium text-sm">{t.people}</legend>
            <div className="max-h-56 overflow-y-auto rounded-md border px-3">
              {[...nameByUser].map(([id, userName]) => (
                <CheckField
                  key={id}
                  label={userName}
                  value={people.includes(id)}
                  onChange={(isChosen) =>
                    setPeople(isChosen ? [...people, id] : people.filter((person) => person !== id))
                  }
                />
              ))}
            </div>
          </fieldset>
          {choices.canUseExternalAddresses && report !== digest ? (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t.addresses} hint={t.addressesHint} error={addressError}>
                {(control) => (
                  <Input
                    {...control}
                    value={addresses}
                    onChange={({ currentTarget }) => setAddresses(currentTarget.value)}
                  />
                )}
              </Field>
              <ChoiceField
                label={t.addressLanguage}
                value={language}
                onChange={setLanguage}
                options={mailLanguages.map((id) => ({ id, name: t.languages[id] }))}
              />
            </div>
          ) : null}
          {message === null ? null : (
            <p role="alert" className="text-destructive text-sm">
              {message}
            </p>
          )}
        </form>
      </SheetContent>
    </Dialog>
  );
}
