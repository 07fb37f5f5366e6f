import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import type { MailSettings, MailTest } from '../shapes.ts';
import { getMailFailureMessages } from '../failure-texts.ts';
import { smtpSecurities } from '../states.ts';
import { reportNames } from '#modules/reports/report-shapes.ts';
import { getReportStrings } from '#modules/reports/strings.ts';
import {
  mailSettingsQuery,
  invalidateMail,
  resendFailedMails,
  resumeMail,
  sendMailSettings,
  sendTestMail,
} from './queries.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage, getFieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import { formatInstant } from '#platform/web/format/format.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { mailMessages } from './messages.ts';

/** Mail server settings with a test, for head office. */
export function MailServerSettings() {
  const t = useMessages(mailMessages);
  const { data, error, refetch } = useQuery(mailSettingsQuery());
  if (!data)
    return error ? (
      <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={6} />
    );
  return <SettingsForm key={data.version} saved={data} />;
}

function SettingsForm({ saved }: { saved: MailSettings }) {
  const t = useMessages(mailMessages).settings;
  const mailTexts = useMessages(mailMessages);
  const locale = useLocale();
  const reportStrings = getReportStrings(locale);
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState({
    host: saved.host ?? '',
    port: String(saved.port),
    security: saved.security,
    user: saved.user ?? '',
    password: '',
    senderName: saved.senderName,
    senderAddress: saved.senderAddress,
    dashboardUrl: saved.dashboardUrl || window.location.origin,
  });
  const [external, setExternal] = useState<readonly string[]>(saved.externalReports);
  const [isBusy, setBusy] = useState<'save' | 'test' | 'resend' | 'resume' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [test, setTest] = useState<MailTest | null>(null);
  const fieldErrors = failure instanceof ApiError ? getFieldErrorMessages(failure) : {};

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setBusy('save');
    setFailure(null);
    setTest(null);
    try {
      const { host, port, security, user, password, ...rest } = draft;
      const savedSettings = await sendMailSettings(
        {
          ...rest,
          host: host.trim() || null,
          port: Number(port),
          security,
          user: user.trim() || null,
          ...(password !== '' && { password }),
          externalReports: [...external],
        },
        saved,
      );
      setQueryResponse(queryClient, mailSettingsQuery().queryKey, savedSettings);
      invalidateMail(queryClient);
      toast(mailTexts.saved);
    } catch (error) {
      setFailure(error);
    }
    setBusy(null);
  }

  async function sendTest(): Promise<void> {
    setBusy('test');
    setFailure(null);
    try {
      setTest(await sendTestMail());
    } catch (error) {
      setFailure(error);
    }
    setBusy(null);
  }

  async function resend(): Promise<void> {
    setBusy('resend');
    setFailure(null);
    try {
      toast(mailTexts.log.retriedAll(await resendFailedMails(newUuid())));
      setTest((testResult) => testResult && { ...testResult, failed: 0 });
      invalidateMail(queryClient);
    } catch (error) {
      setFailure(error);
    }
    setBusy(null);
  }

  async function resume(): Promise<void> {
    setBusy('resume');
    setFailure(null);
    try {
      const resumed = await resumeMail(newUuid());
      setQueryResponse(queryClient, mailSettingsQuery().queryKey, resumed);
      invalidateMail(queryClient);
      toast(t.resumed);
    } catch (error) {
      setFailure(error);
    }
    setBusy(null);
  }

  const textField = (name: keyof typeof draft, label: string, hint?: string, type = 'text') => (
    <Field label={label} hint={hint} error={fieldErrors[name] ?? null}>
      {(control) => (
        <Input
          {...control}
          type={type}
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          value={draft[name]}
          onChange={({ currentTarget }) => setDraft({ ...draft, [name]: currentTarget.value })}
        />
      )}
    </Field>
  );
  const message =
    failure !== null && Object.keys(fieldErrors).length === 0
      ? getErrorMessage(failure, mailTexts.notSaved)
      : null;
  return (
    <Card className="flex max-w-2xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base">{t.title}</h2>
        <p className="text-muted-foreground text-sm">{t.about}</p>
        <p role="status" className="font-medium text-sm">
          {saved.host === null
            ? t.isOff
            : saved.pausedAt === null
              ? t.isOn(saved.host)
              : t.pausedAt(formatInstant(saved.pausedAt))}
        </p>
        {saved.host === null || saved.pausedAt === null ? null : (
          <div className="flex flex-wrap items-center gap-3">
            <p className="text-sm">{t.resumeWarning}</p>
            <Button disabled={isBusy !== null} onClick={() => void resume()}>
              {t.resume}
            </Button>
          </div>
        )}
      </div>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <div className="grid gap-4 sm:grid-cols-2">
          {textField('host', t.host, t.hostHint)}
          {textField('port', t.port)}
          <ChoiceField
            label={t.security}
            value={draft.security}
            onChange={(id) =>
              setDraft({
                ...draft,
                security: smtpSecurities.find((security) => security === id) ?? draft.security,
              })
            }
            options={smtpSecurities.map((id) => ({ id, name: t.securities[id] }))}
          />
          {textField('user', t.user, t.userHint)}
          {textField('password', t.password, saved.hasPassword ? t.passwordKept : undefined, 'password')}
          {textField('senderName', t.senderName)}
          {textField('senderAddress', t.senderAddress, undefined, 'email')}
          {textField('dashboardUrl', t.dashboardUrl, t.dashboardUrlHint, 'url')}
        </div>
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 font-medium text-sm">{t.external}</legend>
          <div className="grid sm:grid-cols-2">
            {reportNames.map((name) => (
              <CheckField
                key={name}
                label={reportStrings.names[name]}
                value={external.includes(name)}
                onChange={(isChosen) =>
                  setExternal(isChosen ? [...external, name] : external.filter((report) => report !== name))
                }
              />
            ))}
          </div>
        </fieldset>
        {message === null ? null : (
          <p role="alert" className="text-destructive text-sm">
            {message}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" disabled={isBusy !== null}>
            {isBusy === 'save' ? t.saving : t.save}
          </Button>
          {saved.host === null ? null : (
            <Button disabled={isBusy !== null} onClick={() => void sendTest()}>
              {isBusy === 'test' ? t.testing : t.test}
            </Button>
          )}
          <Button asChild>
            <Link to="/reports/scheduled">{t.schedules}</Link>
          </Button>
        </div>
      </form>
      {test === null ? null : (
        <div role="status" className="rounded-md border p-3 text-sm">
          <p className="font-medium">{t.outcomes[test.outcome](test.to)}</p>
          {test.serverResponse === null ? (
            <p>{getMailFailureMessages(locale)[test.code ?? ''] ?? ''}</p>
          ) : (
            <p>
              {t.serverResponse} <bdi>{test.serverResponse}</bdi>
            </p>
          )}
          {test.failed ? (
            <div className="flex flex-wrap items-center gap-3 pt-2">
              <p>{t.failed(test.failed)}</p>
              <Button size="sm" disabled={isBusy !== null} onClick={() => void resend()}>
                {t.resend}
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Card>
  );
}
