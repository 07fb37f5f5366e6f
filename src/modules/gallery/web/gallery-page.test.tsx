import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { baseAddress } from '#platform/web/api/base-address.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const createJpegBytes = (mark: string) =>
  new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...mark.split('').map((letter) => letter.charCodeAt(0))]);
const createFile = (name: string, mark = name) =>
  new File([createJpegBytes(mark)], name, { type: 'image/jpeg' });
const getTiles = () => screen.getAllByRole('link', { name: /^(rice|bun|milk)$/ });

/** Uploads a picture through the API. */
async function uploadPicture(name: string, change: object = {}): Promise<string> {
  const { token } = await mock.api.signIn('admin');
  const response = await fetch(`${baseAddress(window.location)}/gallery?name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: createJpegBytes(name),
  });
  const { _id } = (await response.json()) as { _id: string };
  const admin = await apiAs(mock.api, 'admin');
  if (Object.keys(change).length > 0) await admin('PUT', `/gallery/${_id}`, change);
  return _id;
}

describe('uploading', () => {
  it('uploads several files and rejects a non-image without sending it', async () => {
    const app = await renderApp('/gallery', { as: 'admin' });
    await screen.findByText('No pictures yet');
    const htmlFile = new File(['<!doctype html><p>Hello'], 'menu.jpg', { type: 'image/jpeg' });
    await app.user.upload(screen.getByLabelText('Upload pictures', { selector: 'input' }), [
      createFile('rice.jpg'),
      htmlFile,
      createFile('bun.jpg'),
    ]);
    const list = await screen.findByRole('region', { name: 'Uploads' });
    await waitFor(() => expect(within(list).getByRole('status')).toHaveTextContent('Uploads: 3'));
    expect(within(list).getByText('menu.jpg').closest('li')).toHaveTextContent(
      /This file type \(HTML\) isn’t supported/,
    );
    await waitFor(() => expect(getTiles()).toHaveLength(2));
    expect(within(list).getAllByText('Uploaded')).toHaveLength(2);
    await app.user.click(within(list).getByRole('button', { name: 'Clear list' }));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  it('accepts dropped and pasted files and reports duplicates', async () => {
    await uploadPicture('rice');
    const app = await renderApp('/gallery', { as: 'admin' });
    const [tile] = await waitFor(getTiles);
    const files = [createFile('bun.jpg', 'bun')];
    fireEvent.drop(tile as HTMLElement, { dataTransfer: { types: ['Files'], files } });
    await waitFor(() => expect(getTiles()).toHaveLength(2));
    fireEvent.paste(document, { clipboardData: { files: [createFile('again.jpg', 'rice')] } });
    expect(await screen.findByText('Already in the gallery as rice')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Open rice' }));
    expect(await screen.findByRole('dialog', { name: 'rice' })).toBeInTheDocument();
  });

  it('retries a failed upload and stores the file once', async () => {
    const app = await renderApp('/gallery', { as: 'admin' });
    await screen.findByText('No pictures yet');
    mock.api.fail({ fault: 'cut-after-send', match: '/gallery', method: 'POST', times: 1 });
    await app.user.upload(
      screen.getByLabelText('Upload pictures', { selector: 'input' }),
      createFile('rice.jpg'),
    );
    const list = await screen.findByRole('region', { name: 'Uploads' });
    await app.user.click(await within(list).findByRole('button', { name: 'Retry upload of rice.jpg' }));
    expect(await within(list).findByText('Uploaded')).toBeInTheDocument();
    await waitFor(() => expect(getTiles()).toHaveLength(1));
  });
});

describe('an upload', () => {
  it('can be cancelled without delaying other uploads', async () => {
    const app = await renderApp('/gallery', { as: 'admin' });
    await screen.findByText('No pictures yet');
    mock.api.fail({ fault: 'slow', match: '/gallery', method: 'POST', times: 1, delayMs: 3000 });
    const input = screen.getByLabelText('Upload pictures', { selector: 'input' });
    await app.user.upload(input, [createFile('rice.jpg'), createFile('bun.jpg'), createFile('milk.jpg')]);
    const list = await screen.findByRole('region', { name: 'Uploads' });
    const slowUpload = within(list).getByText('rice.jpg').closest('li') as HTMLElement;
    await waitFor(() => expect(within(list).getAllByText('Uploaded')).toHaveLength(2));
    await app.user.click(within(slowUpload).getByRole('button', { name: 'Cancel upload of rice.jpg' }));
    expect(await within(slowUpload).findByText('Cancelled')).toBeInTheDocument();
    await app.user.click(within(slowUpload).getByRole('button', { name: 'Retry upload of rice.jpg' }));
    expect(await within(slowUpload).findByText(/Uploaded|Already in the gallery/)).toBeInTheDocument();
  });
});

describe('picture grid', () => {
  it('supports arrow keys, opens with Enter, and confirms deletion', async () => {
    for (const name of ['milk', 'bun', 'rice']) await uploadPicture(name);
    const app = await renderApp('/gallery?sort=name', { as: 'admin' });
    await waitFor(() => expect(getTiles()).toHaveLength(3));
    expect(getTiles().map((tile) => tile.textContent)).toEqual(['bun', 'milk', 'rice']);
    getTiles()[0]?.focus();
    await app.user.keyboard('{ArrowRight}{ArrowRight}');
    expect(getTiles()[2]).toHaveFocus();
    await app.user.keyboard('{Home}');
    expect(getTiles()[0]).toHaveFocus();
    await app.user.keyboard('{Delete}');
    const question = await screen.findByRole('dialog', { name: 'Delete bun?' });
    await app.user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(getTiles().map((tile) => tile.textContent)).toEqual(['milk', 'rice']));
    getTiles()[1]?.focus();
    await app.user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'rice' })).toBeInTheDocument();
    await app.user.keyboard('k');
    expect(await screen.findByRole('dialog', { name: 'milk' })).toBeInTheDocument();
  });

  it('filters by search text and by usage', async () => {
    await uploadPicture('milk', { tags: ['chilled'] });
    const rice = await uploadPicture('rice', { alt: 'A bag on a shelf' });
    const admin = await apiAs(mock.api, 'admin');
    await admin('PUT', `/items/${ids.items.flour}`, { image: rice });
    const app = await renderApp('/gallery', { as: 'admin' });
    await waitFor(() => expect(getTiles()).toHaveLength(2));
    await app.user.type(screen.getByRole('searchbox'), 'shelf');
    await waitFor(() => expect(getTiles().map((tile) => tile.textContent)).toEqual(['rice']));
    await app.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(getTiles()).toHaveLength(2));
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Usage' }), 'Not in use');
    await waitFor(() => expect(getTiles().map((tile) => tile.textContent)).toEqual(['milk']));
    expect(app.path()).toContain('use=unused');
  });
});

describe('a picture', () => {
  it('shows its description and where it is used', async () => {
    const rice = await uploadPicture('rice');
    const admin = await apiAs(mock.api, 'admin');
    await admin('PUT', `/items/${ids.items.flour}`, { image: rice });
    const app = await renderApp(`/gallery?row=${rice}`, { as: 'admin' });
    const panel = await screen.findByRole('dialog', { name: 'rice' });
    await app.user.click(await within(panel).findByRole('button', { name: 'Where used' }));
    expect(await within(panel).findByRole('link', { name: 'Bread flour' })).toBeInTheDocument();
    expect(within(panel).getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
    await app.user.click(within(panel).getByRole('button', { name: 'Edit' }));
    await app.user.type(await screen.findByRole('textbox', { name: 'Alt text' }), 'A sack of flour');
    await app.user.type(await screen.findByRole('textbox', { name: 'Tags' }), 'Dry,Store{Enter}');
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    const saved = await screen.findByRole('dialog', { name: 'rice' });
    expect(await within(saved).findByRole('img', { name: 'A sack of flour' })).toBeInTheDocument();
    expect(await within(saved).findByText('dry, store')).toBeInTheDocument();
    await app.user.click(within(saved).getByRole('button', { name: 'History' }));
    expect(await within(saved).findByText('Alt text: – → A sack of flour')).toBeInTheDocument();
  });

  it('is read-only for users who may not change it', async () => {
    const rice = await uploadPicture('rice');
    await renderApp(`/gallery?row=${rice}`, { as: 'viewer' });
    const panel = await screen.findByRole('dialog', { name: 'rice' });
    const buttons = within(panel)
      .getAllByRole('button')
      .map((button) => button.textContent);
    expect(buttons).toEqual(['', 'Details', 'Where used', 'History', 'Download']);
    expect(screen.queryByText('Upload pictures')).toBeNull();
  });
});

describe('several pictures', () => {
  it('can be selected, tagged and archived in bulk, with undo', async () => {
    for (const name of ['milk', 'bun', 'rice'])
      await uploadPicture(name, name === 'rice' ? { tags: ['dry'] } : {});
    const app = await renderApp('/gallery?sort=name', { as: 'admin' });
    await waitFor(() => expect(getTiles()).toHaveLength(3));
    const admin = await apiAs(mock.api, 'admin');
    const readTags = async () =>
      ((await admin('GET', '/gallery?sort=name&active=true')) as unknown as { tags: string[] }[]).map(
        (picture) => picture.tags,
      );
    // Space selects, Shift selects a range.
    getTiles()[0]?.focus();
    await app.user.keyboard(' ');
    expect(screen.getByRole('checkbox', { name: 'Select bun' })).toBeChecked();
    await app.user.click(screen.getByRole('checkbox', { name: 'Select rice' }));
    const bar = await screen.findByRole('region', { name: '2 pictures selected' });
    await app.user.click(within(bar).getByRole('button', { name: 'Tags' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit tags on 2 pictures' });
    await app.user.type(within(dialog).getByRole('textbox', { name: /^Add tags/ }), 'Bakery{Enter}');
    await app.user.click(within(dialog).getByRole('checkbox', { name: 'dry (1)' }));
    await app.user.click(within(dialog).getByRole('button', { name: 'Save tags' }));
    const taggedToast = (await screen.findByText('Tags changed on 2 pictures.')).closest('li') as HTMLElement;
    expect(await readTags()).toEqual([['bakery'], [], ['bakery']]);
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull();
    await app.user.click(within(taggedToast).getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await readTags()).toEqual([[], [], ['dry']]));

    await app.user.click(screen.getByRole('checkbox', { name: 'Select all pictures on this page' }));
    const allSelected = await screen.findByRole('region', { name: '3 pictures selected' });
    await app.user.click(within(allSelected).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('No pictures yet')).toBeInTheDocument();
    const archivedToast = (await screen.findByText('3 records archived.')).closest('li') as HTMLElement;
    await app.user.click(within(archivedToast).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(getTiles()).toHaveLength(3));
  });

  it("can't be selected by users who may not edit them", async () => {
    await uploadPicture('rice');
    await renderApp('/gallery', { as: 'viewer' });
    await waitFor(() => expect(getTiles()).toHaveLength(1));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('picture field', () => {
  it('shows a picture chosen from the gallery', async () => {
    await uploadPicture('rice');
    const admin = await apiAs(mock.api, 'admin');
    const brand = await admin('POST', '/brands', { name: 'Mill' });
    const app = await renderApp(`/brand?row=${String(brand['_id'])}&edit=true`, { as: 'admin' });
    await app.user.click(await screen.findByRole('button', { name: /Choose a picture|Logo/ }));
    const picker = await screen.findByRole('dialog', { name: 'Choose a picture' });
    await app.user.click(await within(picker).findByRole('button', { name: 'rice' }));
    await app.user.click(await screen.findByRole('button', { name: 'Save' }));
    const panel = await screen.findByRole('dialog', { name: 'Mill' });
    expect(await within(panel).findByRole('img', { name: 'Logo' })).toBeInTheDocument();
  });

  it('shows a thumbnail next to the name in the list', async () => {
    const rice = await uploadPicture('rice');
    const admin = await apiAs(mock.api, 'admin');
    await admin('POST', '/brands', { name: 'Mill', logo: rice });
    await admin('POST', '/brands', { name: 'Plain' });
    await renderApp('/brand', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Brands' });
    const mill = within(table).getByRole('row', { name: /Mill/ });
    await waitFor(() => expect(mill.querySelector('img')).toHaveAttribute('alt', ''));
    expect(within(table).getByRole('row', { name: /Plain/ }).querySelector('img')).toBeNull();
  });

  it('shows the picture in the header of an item', async () => {
    const admin = await apiAs(mock.api, 'admin');
    await admin('PUT', `/items/${ids.items.flour}`, { image: await uploadPicture('rice') });
    await renderApp(`/items/${ids.items.flour}/edit`, { as: 'admin' });
    expect(await screen.findByRole('img', { name: 'Bread flour' })).toBeInTheDocument();
  });

  it('accepts an uploaded picture', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const brand = await admin('POST', '/brands', { name: 'Mill' });
    const app = await renderApp(`/brand?row=${String(brand['_id'])}&edit=true`, { as: 'admin' });
    await app.user.click(await screen.findByRole('button', { name: /Choose a picture|Logo/ }));
    const picker = await screen.findByRole('dialog', { name: 'Choose a picture' });
    await within(picker).findByText('No pictures yet');
    await app.user.upload(
      within(picker).getByLabelText('Upload pictures', { selector: 'input' }),
      createFile('bun.jpg'),
    );
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose a picture' })).toBeNull());
    expect(await screen.findByRole('img', { name: 'Logo' })).toBeInTheDocument();
  });
});
