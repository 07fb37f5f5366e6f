import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toCsv } from '#core/csv.ts';
import { ids } from '#app/server/testing/ids.ts';
import { switchToArabic } from '#app/web/testing/switch-to-arabic.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const csv = (name: string, text: string) => new File([text], name, { type: 'text/csv' });

/** The test environment's Blob has no `text()`. */
const readText = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });

async function chooseFile(app: Awaited<ReturnType<typeof renderApp>>, file: File) {
  await app.user.upload(await screen.findByLabelText('Choose a file'), file);
}

/** Confirms the undo dialog, which states what is deleted and restored. */
async function confirmUndo(
  app: Awaited<ReturnType<typeof renderApp>>,
  name = 'Undo this import',
): Promise<void> {
  const question = within(await screen.findByRole('dialog', { name }));
  await app.user.click(question.getByRole('button', { name }));
}

describe('an import', () => {
  it('adds the rows of a file to the list, remembers the mapping, and can be undone', async () => {
    const app = await renderApp('/brand', { as: 'admin' });
    await app.user.click(await screen.findByRole('link', { name: 'Import' }));
    expect(app.path()).toBe('/brand?import=true');
    await chooseFile(app, csv('brands.csv', 'Title;Short\nNorth Deli;ND\nSouth Deli;SD\n'));

    const title = await screen.findByRole('combobox', { name: 'Column for “Title”' });
    expect(title).toHaveValue('name');
    const short = screen.getByRole('combobox', { name: 'Column for “Short”' });
    expect(short).toHaveValue('');
    await app.user.selectOptions(short, 'Code');
    await app.user.click(screen.getByRole('button', { name: 'Check the file' }));

    expect(await screen.findByText('No errors.')).toBeInTheDocument();
    const rows = await screen.findByRole('table', { name: 'Rows of the file' });
    expect(within(rows).getByRole('row', { name: /North Deli/ })).toHaveTextContent('ND');
    await app.user.click(screen.getByRole('button', { name: 'Import 2 rows' }));
    expect(await screen.findByText(/2 created, 0 changed/)).toBeInTheDocument();
    // The first order hasn't been placed yet, so the screen links back to the setup.
    expect(await screen.findByRole('link', { name: 'Back to setup' })).toHaveAttribute('href', '/dashboard');

    await app.user.click(screen.getByRole('link', { name: 'Back to the list' }));
    expect(await screen.findByRole('link', { name: 'North Deli' })).toBeInTheDocument();

    // The mapping is remembered, and existing rows are not written again.
    await app.user.click(screen.getByRole('link', { name: 'Import' }));
    await chooseFile(app, csv('brands-2.csv', 'Title;Short\nNorth Deli;ND\n'));
    expect(await screen.findByRole('combobox', { name: 'Column for “Short”' })).toHaveValue('code');
    await app.user.click(screen.getByRole('button', { name: 'Check the file' }));
    expect(await screen.findByText(/Nothing to import/)).toBeInTheDocument();

    await app.user.click(screen.getByRole('button', { name: 'Change columns' }));
    await app.user.click(screen.getByRole('button', { name: 'Choose another file' }));
    await app.user.click(await screen.findByRole('button', { name: 'Undo the import of brands.csv' }));
    await confirmUndo(app);
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    const admin = await apiAs(mock.api, 'admin');
    expect(await admin('GET', '/brands?q=north')).toEqual([]);
  });

  it('shows errors in their cells, and accepts default values for all rows', async () => {
    const app = await renderApp('/units?import=true', { as: 'admin' });
    const text = 'symbol,name,factorNum\noz,Ounce,"28,35"\noz,Ounze,3\n,Nameless,many\n';
    await chooseFile(app, csv('units.csv', text));
    expect(await screen.findByText('Required for new rows: Dimension.')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Check the file' }));
    expect(await screen.findByText(/3 rows to fix/)).toBeInTheDocument();
    const rows = await screen.findByRole('table', { name: 'Rows of the file' });
    const cell = (row: string, name: RegExp) =>
      within(within(rows).getByRole('row', { name: new RegExp(`^${row} `) })).getByRole('cell', {
        name,
      });
    expect(cell('2', /28,35.*Enter a whole number/)).toBeVisible();
    expect(cell('3', /oz.*Row 2 has the same value/)).toBeVisible();
    const nameless = within(rows).getByRole('row', { name: /^4 / });
    expect(within(nameless).getAllByRole('cell', { name: /empty.*Required for a new row/ })).toHaveLength(2);
    expect(cell('4', /many.*Not a number/)).toBeVisible();

    await app.user.click(screen.getByRole('button', { name: 'Change columns' }));
    await app.user.selectOptions(screen.getByRole('combobox', { name: /^Dimension/ }), 'Mass');
    expect(screen.queryByText('Required for new rows: Dimension.')).not.toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Check the file' }));
    await waitFor(() =>
      expect(screen.queryByRole('columnheader', { name: 'Dimension' })).not.toBeInTheDocument(),
    );
    await screen.findByText(/3 rows to fix/);
    const admin = await apiAs(mock.api, 'admin');
    expect(await admin('GET', '/units?q=ounce')).toEqual([]);
  });

  it('shows parsed numbers, asks about ambiguous formats, and reparses manually mapped columns', async () => {
    const app = await renderApp('/tax?import=true', { as: 'admin' });
    const text = 'Name,Satz,Ab\nFull,"1,250",31.12.26\nHalf,"0,125",28.11.27\n';
    await chooseFile(app, csv('taxes.csv', text));
    await app.user.selectOptions(await screen.findByRole('combobox', { name: 'Column for “Satz”' }), 'rate');
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Column for “Ab”' }), 'validFrom');
    expect(screen.getByText('1,250 → 1.25 · 0,125 → 0.125')).toBeVisible();
    expect(screen.getByText('31.12.26 → 31 Dec 2026 · 28.11.27 → 28 Nov 2027')).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Check the file' }));
    const rows = await screen.findByRole('table', { name: 'Rows of the file' });
    expect(within(rows).getByRole('row', { name: /Full/ })).toHaveTextContent('1.25File: 1,250');
    await app.user.click(screen.getByRole('button', { name: 'Import 2 rows' }));
    expect(await screen.findByText(/2 created, 0 changed/)).toBeInTheDocument();
    const admin = await apiAs(mock.api, 'admin');
    expect(await admin('GET', '/taxes?q=full')).toMatchObject([{ rate: 1.25, validFrom: '2026-12-31' }]);
    expect(await admin('GET', '/taxes?q=half')).toMatchObject([{ rate: 0.125, validFrom: '2027-11-28' }]);
  });

  it('requires a format for a column that could be read in two ways', async () => {
    const app = await renderApp('/tax?import=true', { as: 'admin' });
    await chooseFile(app, csv('taxes.csv', 'Name,Rate\nFull,"1,250"\n'));
    const check = await screen.findByRole('button', { name: /^Check the file/ });
    expect(check).toHaveAttribute('aria-disabled', 'true');
    await app.user.selectOptions(
      screen.getByRole('combobox', { name: 'Which format does “Rate” use?' }),
      '1,250 → 1.25',
    );
    await app.user.click(check);
    const rows = await screen.findByRole('table', { name: 'Rows of the file' });
    expect(within(rows).getByRole('row', { name: /Full/ })).toHaveTextContent('1.25File: 1,250');
  });

  it('rounds excess decimals with a notice and keeps corrections when the mapping changes', async () => {
    const app = await renderApp('/tax?import=true', { as: 'admin' });
    await chooseFile(
      app,
      csv('taxes.csv', 'Name,Rate,From\nFull,13.00000049,2026-01-01\nHalf,many,2026-01-01\n'),
    );
    expect(await screen.findByText(/^Rate: 1 value has more than 6 decimals and is rounded/)).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Check the file' }));
    expect(await screen.findByText(/1 row to fix/)).toBeInTheDocument();
    await app.user.click(await screen.findByRole('button', { name: /^Correct row 3, / }));
    const dialog = await screen.findByRole('dialog');
    await app.user.clear(within(dialog).getByRole('textbox'));
    await app.user.type(within(dialog).getByRole('textbox'), '6.5{Enter}');
    expect(await screen.findByText(/^No errors\. 1 column is skipped/)).toBeInTheDocument();

    await app.user.click(screen.getByRole('button', { name: 'Change columns' }));
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Column for “From”' }), 'validFrom');
    await app.user.click(screen.getByRole('button', { name: 'Check the file' }));
    expect(await screen.findByText('No errors.')).toBeInTheDocument();
    const rows = await screen.findByRole('table', { name: 'Rows of the file' });
    expect(within(rows).getByRole('row', { name: /Half/ })).toHaveTextContent('6.5File: many');
    expect(within(rows).getByRole('row', { name: /Full/ })).toHaveTextContent('13File: 13.00000049');
  });

  it('corrects one cell or all with the same text, and resumes after a reload', async () => {
    const app = await renderApp('/branches?import=true', { as: 'admin' });
    const text =
      'Code,Name,Type,Time zone,Supplying kitchen\nN1,North,Branch,Europe/Berlin,Main\nN2,South,Branch,Europe/Berlin,Main\nN3,,Branch,Europe/Berlin,Main\n';
    await chooseFile(app, csv('branches.csv', text));
    await app.user.click(await screen.findByRole('button', { name: 'Check the file' }));
    expect(await screen.findByText(/3 rows to fix/)).toBeInTheDocument();

    // The missing name is entered by keyboard only.
    const focusButton = async (name: string) => (await screen.findByRole('button', { name })).focus();
    await focusButton('Correct row 4, Name');
    await app.user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Correct row 4, Name' });
    expect(dialog).toHaveTextContent('File: empty · Required for a new row');
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveFocus());
    await app.user.keyboard('West{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('1 cell corrected.')).toBeInTheDocument();
    const rows = () => screen.getByRole('table', { name: 'Rows of the file' });
    await waitFor(() =>
      expect(within(rows()).getByRole('row', { name: /^4 .*West/ })).toHaveTextContent('File: empty'),
    );
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Correct row 2, Supplying kitchen' })).toHaveFocus(),
    );

    // Corrections are stored, so the user can continue without the file.
    app.unmount();
    const reopened = await renderApp('/branches?import=true', { as: 'admin' });
    await reopened.user.click(await screen.findByRole('button', { name: 'Continue with branches.csv' }));
    expect(await screen.findByText(/3 rows to fix/)).toBeInTheDocument();

    // Selects an existing reference for all cells with the same text.
    await reopened.user.click(
      await screen.findByRole('button', { name: 'Correct row 2, Supplying kitchen' }),
    );
    const choiceDialog = await screen.findByRole('dialog', { name: 'Correct row 2, Supplying kitchen' });
    await reopened.user.type(
      within(choiceDialog).getByRole('combobox', { name: 'Supplying kitchen' }),
      'Central',
    );
    await reopened.user.click(await screen.findByRole('option', { name: /Central Kitchen/ }));
    await reopened.user.click(
      await within(choiceDialog).findByRole('button', { name: 'Correct all 3 cells with this value' }),
    );
    expect(await screen.findByText('No errors.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Import 3 rows' })).toHaveFocus());
    await reopened.user.keyboard('{Enter}');
    expect(await screen.findByText(/3 created, 0 changed/)).toBeInTheDocument();
    const admin = await apiAs(mock.api, 'admin');
    expect(await admin('GET', '/branch?q=west')).toMatchObject([
      { code: 'N3', name: 'West', supplyingKitchenId: ids.kitchen },
    ]);
  });

  it("explains why a file can't be read", async () => {
    const app = await renderApp('/brand?import=true', { as: 'admin' });
    await chooseFile(app, csv('brands.csv', '%PDF-1.7 and so on'));
    expect(await screen.findByRole('alert')).toHaveTextContent('This is a PDF, not a spreadsheet.');
  });

  it('is not offered to users without permission to create rows', async () => {
    await renderApp('/brand?import=true', { as: 'viewer' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Brand' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Import' })).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Choose a file')).not.toBeInTheDocument();
  });

  it('imports a file saved from a list', async () => {
    const app = await renderApp('/branches?import=true', { as: 'admin' });
    const header = [
      'Name',
      'Code',
      'Type',
      'Branch category',
      'Supplying kitchen',
      'Time zone',
      'Negative stock',
    ];
    const row = ['Riverside', 'B1', 'Branch', null, 'Central Kitchen', 'Europe/London', 'Block'];
    await chooseFile(app, csv('branches.csv', toCsv([header, row])));
    await app.user.click(await screen.findByRole('button', { name: 'Check the file' }));
    expect(await screen.findByText(/Nothing to import/)).toBeInTheDocument();
  });

  it('lists skipped columns before the check, in the preview and in the result', async () => {
    const app = await renderApp('/brand?import=true', { as: 'admin' });
    await chooseFile(app, csv('brands.csv', 'Name,Code,Colour\nNorth,NO,blue\n'));
    const skippedText = /Skipped columns: Colour\./;
    expect(await screen.findByText(skippedText)).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Check the file' }));
    await screen.findByRole('heading', { name: 'Preview' });
    expect(screen.getByText(skippedText)).toBeInTheDocument();
    expect(screen.queryByText('No errors.')).toBeNull();
    expect(screen.getByText('No errors. 1 column is skipped.')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Import 1 row' }));
    await screen.findByText(/1 created/);
    expect(screen.getByText(skippedText)).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Undo this import' }));
    await confirmUndo(app);
    expect(await screen.findByText(/The import was undone/)).toBeInTheDocument();
  });

  it('lists the rows that an undo kept, with the reason', async () => {
    const app = await renderApp('/brand?import=true', { as: 'admin' });
    await chooseFile(app, csv('brands.csv', 'Name\nNorth\n'));
    await app.user.click(await screen.findByRole('button', { name: 'Check the file' }));
    await app.user.click(await screen.findByRole('button', { name: 'Import 1 row' }));
    const button = await screen.findByRole('button', { name: 'Undo this import' });
    const buildKeptRow = (name: string, reason: string, extraParams: object = {}) => {
      return {
        collection: 'brands',
        name,
        message: '',
        reason,
        params: { collection: 'brands', name, ...extraParams },
      };
    };
    mock.api.server.use(
      http.post('*/api/imports/:id/undo', ({ params }) =>
        HttpResponse.json({
          _id: params['id'],
          status: 'Undone',
          notUndoneCount: 3,
          notUndoneRows: [
            buildKeptRow('Red', 'kept-changed'),
            buildKeptRow('Blue', 'kept-used', { usedBy: 'items' }),
          ],
        }),
      ),
    );
    await app.user.click(button);
    await confirmUndo(app);
    expect(await screen.findByText(/undone. 3 rows were kept because someone/)).toBeInTheDocument();
    const rows = within(screen.getByRole('list', { name: 'Rows that were kept' }));
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Red was left as it is because it was changed after the import.',
      'Blue wasn’t removed because it is now used by Items.',
      'And 1 more',
    ]);
  });

  it('shows old and new values of changed cells, and the old name of a renamed row', async () => {
    const admin = await apiAs(mock.api, 'admin');
    await admin('POST', '/sections', { name: 'North Deli', code: 'ND', type: 'storage' });
    await admin('POST', '/sections', { name: 'South Deli', code: 'SD', type: 'storage' });
    const app = await renderApp('/sections?import=true', { as: 'admin' });
    await chooseFile(
      app,
      csv('sections.csv', 'Code,Name,Localized name\nND,Juliet Foods,\nSD,South Deli,Süden\n'),
    );
    await app.user.click(await screen.findByRole('button', { name: 'Check the file' }));
    expect(await screen.findByText('North Deli becomes Juliet Foods')).toBeVisible();
    expect(screen.getByRole('heading', { name: '1 record shown here will be renamed' })).toBeVisible();
    const rows = screen.getByRole('table', { name: 'Rows of the file' });
    const cell = (row: string, name: string) =>
      within(within(rows).getByRole('row', { name: new RegExp(`^${row} `) })).getByRole('cell', { name });
    const renamed = cell('2', 'Was North Deli becomes Juliet Foods');
    expect(within(renamed).getByText('North Deli').closest('del')).not.toBeNull();
    expect(within(renamed).getByText('Juliet Foods').closest('ins')).not.toBeNull();
    // Unchanged cells show the file's text.
    expect(cell('2', 'ND')).toBeVisible();
    expect(cell('3', 'Was empty becomes Süden')).toBeVisible();
    expect(cell('3', 'South Deli')).toBeVisible();
  });

  it("posts opening stock in the file's unit and undoes it", async () => {
    const app = await renderApp('/inventory?import=true', { as: 'admin' });
    const text = 'SKU;Store;Quantity;Unit;Cost\nIT-001;B1;2;case;11,50\n';
    await chooseFile(app, csv('stock.csv', text));
    expect(await screen.findByRole('combobox', { name: 'Decimal separator' })).toHaveValue('comma');
    await app.user.click(screen.getByRole('button', { name: 'Check the file' }));
    await app.user.click(await screen.findByRole('button', { name: 'Import 1 row' }));
    expect(await screen.findByText(/1 created/)).toBeInTheDocument();
    const admin = await apiAs(mock.api, 'admin');
    const stock = `/stock?itemId=${ids.items.flour}&placeId=${ids.branch1}`;
    expect(await admin('GET', stock)).toMatchObject([{ onHand: 20, avgCost: 1.15 }]);
    await app.user.click(screen.getByRole('button', { name: 'Undo this import' }));
    await confirmUndo(app);
    expect(await screen.findByText(/The import was undone/)).toBeInTheDocument();
    expect(await admin('GET', stock)).toMatchObject([{ onHand: 0 }]);
  });

  it("shows server messages in Arabic, including why an import can't be undone", async () => {
    switchToArabic();
    const app = await renderApp('/units?import=true', { as: 'admin' });
    const upload = async (text: string) =>
      app.user.upload(await screen.findByLabelText('اختر ملفًا'), csv('units.csv', text));
    await upload('Symbol,Name,Dimension,Factor\nkg,,,2000\nthe oz,Ounce,mass,0\n');
    await app.user.click(await screen.findByRole('button', { name: 'فحص الملف' }));
    const rows = await screen.findByRole('table', { name: 'صفوف الملف' });
    for (const message of [
      'لا يمكن تغيير تحويل وحدة قيد الاستخدام. أنشئ وحدة جديدة بدلًا من ذلك.',
      'لا يُسمح بالمسافات',
      '1 على الأقل',
    ])
      expect(within(rows).getByText(message)).toBeVisible();

    await app.user.click(screen.getByRole('button', { name: 'تغيير الأعمدة' }));
    await app.user.click(screen.getByRole('button', { name: 'اختيار ملف آخر' }));
    await upload('Symbol,Name,Dimension\noz,Ounce,mass\n');
    await app.user.click(await screen.findByRole('button', { name: 'فحص الملف' }));
    await app.user.click(await screen.findByRole('button', { name: 'استيراد صف واحد' }));
    await screen.findByText(/أُضيف 1/);
    const admin = await apiAs(mock.api, 'admin');
    const [ounce] = (await admin('GET', '/units?q=ounce')) as unknown as { _id: string }[];
    await admin('PUT', `/units/${ounce?._id}`, { decimals: 1 });
    await app.user.click(screen.getByRole('button', { name: 'التراجع عن هذا الاستيراد' }));
    await confirmUndo(app, 'التراجع عن هذا الاستيراد');
    expect(await screen.findByRole('alert')).toHaveTextContent(/لا يمكن التراجع .*Ounce.* تغيّر/);
  });

  it('exports the current data, and imports the file after a cell was changed', async () => {
    const saved: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${saved.push(file)}`,
      revokeObjectURL: () => undefined,
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const app = await renderApp('/branches?import=true', { as: 'admin' });
    await app.user.click(await screen.findByRole('button', { name: 'Download current data (CSV)' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const text = await readText(saved[0] as Blob);
    await chooseFile(app, csv('branch.csv', text.replace('Riverside', 'Riverbank')));
    await app.user.click(await screen.findByRole('button', { name: 'Check the file' }));
    await app.user.click(await screen.findByRole('button', { name: 'Import 1 row' }));
    expect(await screen.findByText(/0 created, 1 changed/)).toBeInTheDocument();
    const admin = await apiAs(mock.api, 'admin');
    expect(await admin('GET', `/branch/${ids.branch1}`)).toMatchObject({ name: 'Riverbank', code: 'B1' });
  });

  it("is offered on the par level screen, limited to the user's own branches", async () => {
    const app = await renderApp('/branch-order/settings', { as: 'branch' });
    await app.user.click(await screen.findByRole('link', { name: 'Import' }));
    await chooseFile(app, csv('par.csv', 'Item,Branch,Par\nIT-001,B1,30\nIT-001,B2,30\n'));
    await app.user.click(await screen.findByRole('button', { name: 'Check the file' }));
    expect(await screen.findByText(/^You aren’t assigned to this branch/)).toBeInTheDocument();
  });
});
