import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';

export function ResourceListPage({ collection }: { collection: string }) {
  return (
    <Page>
      <PageHeader title={collection} />
    </Page>
  );
}
