import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { defineSettings, Setting } from './queries/setting.ts';

interface LoadedSettingProps<T> {
  setting: Pick<ReturnType<typeof defineSettings<string, T>>, 'query'>;
  texts: { loading: string; loadFailed: string };
  children(stored: Setting<T>): ReactNode;
}

/** Loads a setting and shows its form. */
export function LoadedSetting<T>({ setting, texts, children }: LoadedSettingProps<T>) {
  const { data, error, refetch } = useQuery(setting.query());
  if (data) return children(data);
  return error ? (
    <LoadFailed title={texts.loadFailed} error={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows label={texts.loading} rows={4} />
  );
}

interface SettingCardProps {
  texts: { title: string; description: string; save: string; saving: string };
  onSave(form: HTMLFormElement): Promise<void>;
  onFailed(error: ApiError): void;
  children: ReactNode;
}

/** Card with a setting's form. A second click while it is being saved does nothing. */
export function SettingCard({ texts, onSave, onFailed, children }: SettingCardProps) {
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await onSave(event.currentTarget);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onFailed(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card className="flex max-w-xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base">{texts.title}</h2>
        <p className="text-muted-foreground text-sm">{texts.description}</p>
      </div>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {children}
        <div>
          <Button variant="primary" type="submit" aria-disabled={isBusy || undefined}>
            {isBusy ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
