import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { testDay } from '#mocks/test-clock.ts';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const getItemPath = (item: keyof typeof ids.items, tab = '') =>
  `/items/${ids.items[item]}/edit${tab ? `?tab=${tab}` : ''}`;

describe('the units tab of an item', () => {
  it('shows conversions while they are entered and rejects contradictory ones', async () => {
    const app = await renderApp(getItemPath('milk', 'units'), { as: 'admin' });
    const size = await screen.findByLabelText('Line 1: quantity');
    expect(size).toHaveValue('12');
    await waitFor(() => expect(screen.getByText('2 cases = 24 l')).toBeInTheDocument());
    await app.user.clear(size);
    await app.user.type(size, '24 x 0.75');
    expect(screen.getByText('2 cases = 36 l')).toBeInTheDocument();
    expect(screen.getByText('1 case = 18 l')).toBeInTheDocument();

    await app.user.click(screen.getByRole('button', { name: 'Add conversion' }));
    await app.user.selectOptions(screen.getByLabelText('Line 2: unit'), 'Case (case)');
    await app.user.type(screen.getByLabelText('Line 2: quantity'), '9000');
    await app.user.selectOptions(screen.getByLabelText('Line 2: to unit'), 'Millilitre (ml)');
    expect(
      screen.getByText(/make 1 case equal 18,000 ml \(.*ml\), which contradicts this line/),
    ).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Line 2: quantity')).toHaveAttribute('aria-invalid', 'true'),
    );
    const admin = await apiAs(mock.api, 'admin');
    expect((await admin('GET', `/items/${ids.items.milk}`))['conversions']).toHaveLength(1);
    await app.user.click(screen.getByRole('button', { name: 'Remove line 2' }));
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () => {
      const admin = await apiAs(mock.api, 'admin');
      expect((await admin('GET', `/items/${ids.items.milk}`))['conversions']).toMatchObject([
        { num: 18, den: 1 },
      ]);
    });
  });

  it('explains why the base unit is locked after the first stock movement', async () => {
    await renderApp(getItemPath('flour', 'units'), { as: 'admin' });
    const base = await screen.findByRole('combobox', { name: /Base unit/ });
    await waitFor(() => expect(base).toHaveAttribute('readonly'));
    expect(base).toHaveAccessibleDescription(/because stock movements use it/);
  });

  it('is read-only for users who may not change units', async () => {
    await renderApp(getItemPath('flour', 'units'), { as: 'viewer' });
    expect(await screen.findByText('1 Case = 10 Kilogram')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull();
  });
});

describe('the levels tab of an item', () => {
  it('saves levels per branch and requires minimum, par and maximum to increase', async () => {
    const app = await renderApp(getItemPath('flour', 'levels'), { as: 'admin' });
    const par = await screen.findByLabelText('Par: Riverside (kg)');
    await app.user.click(par);
    await app.user.keyboard('70{Enter}');
    expect(screen.getByLabelText('Maximum: Riverside (kg)')).toHaveAccessibleDescription(
      'Can’t be below par',
    );
    await app.user.click(par);
    await app.user.keyboard('25.5{Tab}');
    await app.user.click(screen.getByRole('button', { name: 'Save Riverside' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Riverside' })).toBeNull());
    const admin = await apiAs(mock.api, 'admin');
    expect(await admin('GET', `/item-levels/${ids.levels(0, 0)}`)).toMatchObject({ par: 25.5, max: 60 });
  });
});

describe('a level changed by two users', () => {
  const editPar = async () => {
    const app = await renderApp(getItemPath('flour', 'levels'), { as: 'admin' });
    await app.user.click(await screen.findByLabelText('Par: Riverside (kg)'));
    await app.user.keyboard('25.5{Tab}');
    return app;
  };
  const save = () => screen.getByRole('button', { name: 'Save Riverside' });
  const path = `/item-levels/${ids.levels(0, 0)}`;

  it('merges changes to different fields', async () => {
    const app = await editPar();
    const callAsAdmin = await apiAs(mock.api, 'admin');
    await callAsAdmin('PUT', path, { max: 80 });
    await app.user.click(save());
    expect(await screen.findByText('Levels for Riverside saved.')).toBeInTheDocument();
    expect(await callAsAdmin('GET', path)).toMatchObject({ par: 25.5, max: 80 });
  });

  it('asks which value to keep if both changed the same field, even if the other value is already displayed', async () => {
    const app = await editPar();
    const callAsAdmin = await apiAs(mock.api, 'admin');
    await callAsAdmin('PUT', path, { par: 44 });
    await app.queryClient.invalidateQueries({ queryKey: ['item_levels_data'] });
    const conflict = await screen.findByRole('alert');
    expect(within(conflict).getByRole('row', { name: /^Par/ })).toHaveTextContent(/44 kg.*25.5 kg/);
    await app.user.click(save());
    expect(await callAsAdmin('GET', path)).toMatchObject({ par: 44 });
    await app.user.click(within(conflict).getByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(screen.getByLabelText('Par: Riverside (kg)')).toHaveValue('44'));
    expect(screen.queryByRole('button', { name: 'Save Riverside' })).toBeNull();
  });
});

describe('an unsaved level', () => {
  it('is restored when the tab is reopened, until it is discarded', async () => {
    const par = () => screen.findByLabelText('Par: Riverside (kg)');
    const app = await renderApp(getItemPath('flour', 'levels'), { as: 'admin' });
    const before = ((await par()) as HTMLInputElement).value;
    await app.user.click(await par());
    await app.user.keyboard('31{Tab}');
    app.unmount();
    const reopened = await renderApp(getItemPath('flour', 'levels'), { as: 'admin' });
    expect(await par()).toHaveValue('31');
    await reopened.user.click(screen.getByRole('button', { name: /^Undo.*Riverside/ }));
    reopened.unmount();
    await renderApp(getItemPath('flour', 'levels'), { as: 'admin' });
    expect(await par()).toHaveValue(before);
  });
});

describe('the stock tab of an item', () => {
  it('links from a location to its stock movements', async () => {
    const app = await renderApp(getItemPath('flour', 'stock'), { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Stock by location' });
    await app.user.click(within(table).getByRole('link', { name: 'Ledger for Central Kitchen' }));
    expect(await screen.findByRole('heading', { name: 'Ledger' })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Location' })).toHaveDisplayValue('Central Kitchen');
    expect(app.path()).toContain(`place=${ids.kitchen}`);
  });
});

describe('the allergens tab', () => {
  it('sets each allergen with one key', async () => {
    const app = await renderApp(getItemPath('flour', 'allergens'), { as: 'admin' });
    const gluten = await screen.findByRole('radiogroup', { name: 'gluten' });
    within(gluten).getByRole('radio', { name: 'Unknown' }).focus();
    await app.user.keyboard('12');
    await app.user.click(screen.getByRole('button', { name: 'Mark the rest as “Free from”' }));
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () => {
      const admin = await apiAs(mock.api, 'admin');
      expect((await admin('GET', `/items/${ids.items.flour}`))['allergens']).toMatchObject({
        gluten: 'contains',
        crustaceans: 'may_contain',
        eggs: 'free',
        molluscs: 'free',
      });
    });
  });
});

describe('the suppliers and prices tab of an item', () => {
  it('creates a pack in a side panel and shows its price per base unit', async () => {
    const app = await renderApp(getItemPath('milk', 'suppliers'), { as: 'admin' });
    await app.user.click(await screen.findByRole('button', { name: 'New pack' }));
    const panel = await screen.findByRole('dialog', { name: 'New pack for Whole milk' });
    await app.user.type(await within(panel).findByLabelText(/^Name/), 'Case 12 x 1 L');
    // Found by role: until the editor is loaded, its placeholder has the same label.
    await app.user.type(await within(panel).findByRole('textbox', { name: /^Contents/ }), '1');
    await app.user.type(await within(panel).findByRole('textbox', { name: 'Price' }), '9.60');
    await app.user.click(within(panel).getByRole('button', { name: 'Save' }));
    const table = await screen.findByRole('table', { name: 'Packs and prices' });
    expect(within(table).getByRole('row', { name: /Case 12 x 1 L/ })).toHaveTextContent(/9\.60.*0\.8/);

    const admin = await apiAs(mock.api, 'admin');
    const [pack] = (await admin('GET', `/packagings?itemId=${ids.items.milk}`)) as unknown as {
      _id: string;
    }[];
    await admin('PUT', `/packagings/${pack?._id}`, { price: 12, priceDate: testDay(30) });
    await app.user.click(within(table).getByRole('button', { name: 'Price history: Case 12 x 1 L' }));
    const prices = await screen.findByRole('table', { name: 'Price history: Case 12 x 1 L' });
    const [, announced, current] = within(prices).getAllByRole('row');
    expect(announced).toHaveTextContent(/18 Dec.*12\.00\+25%.*Price list/);
    expect(announced).not.toHaveTextContent('Current');
    expect(current).toHaveTextContent(/18 Nov.*Current.*9\.60.*Price list/);
  });
});

describe('the recipes tab of an item', () => {
  it('lists direct and indirect uses with quantity and share of the cost', async () => {
    const call = await apiAs(mock.api, 'admin');
    const { kg } = ids.units;
    await call('PUT', `/items/${ids.items.flour}`, { standardCost: 2 });
    await call('PUT', `/items/${ids.items.tomato}`, { standardCost: 6 });
    const dough = await call('POST', '/recipes', {
      name: 'Dough',
      yieldQty: 2,
      yieldUnit: kg,
      components: [{ itemId: ids.items.flour, qty: 2, unit: kg }],
    });
    await call('POST', '/recipes', {
      name: 'Pizza',
      yieldQty: 1,
      yieldUnit: kg,
      components: [
        { recipeId: String(dough['_id']), qty: 1, unit: kg },
        { itemId: ids.items.tomato, qty: 1, unit: kg },
      ],
    });
    await renderApp(getItemPath('flour', 'recipes'), { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Recipes that use this item' });
    expect(within(table).getByRole('row', { name: /^Dough/ })).toHaveTextContent(
      /2 kg.*Ingredient.*2 kg.*4\.00.*100%/,
    );
    // One kilogram at 2.00 and one at 6.00.
    expect(within(table).getByRole('row', { name: /^Pizza/ })).toHaveTextContent(
      /In Dough.*1 kg.*2\.00.*25%/,
    );
  });
});

describe('the lots tab of an item', () => {
  it('lists lots by location with expiry and hold, and links to their trace', async () => {
    await mock.api.db.writer
      .updateTable('items')
      .set({ trackExpiry: 1, shelfLifeDays: 9 })
      .where('_id', '=', ids.items.milk)
      .execute();
    const call = await apiAs(mock.api, 'admin');
    for (const place of [ids.branch1, ids.branch2])
      await call('POST', '/stock/openings', {
        place,
        items: [{ itemId: ids.items.milk, qty: 24, unitCost: 0, expiry: '2026-11-27' }],
      });
    const [first] = (await call('GET', `/lots?itemId=${ids.items.milk}`)) as unknown as {
      lot: string;
      version: number;
    }[];
    await call('PATCH', '/lots', {
      itemId: ids.items.milk,
      lot: first?.lot,
      hold: true,
      reasonCode: 'recall',
    });
    const app = await renderApp(getItemPath('milk', 'lots'), { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Lots on hand' });
    expect(within(table).getByRole('row', { name: /On hold/ })).toHaveTextContent(/27 Nov.*24.*0/);
    expect(within(table).getByRole('row', { name: /IT-002.*Usable/ })).toHaveTextContent(/27 Nov.*24.*24/);
    await app.user.click(within(table).getAllByRole('link')[0] as HTMLElement);
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/inventory/lots'));
  });
});

describe('a new item', () => {
  it('warns about a similar name, shows the case conversion, and creates the first pack', async () => {
    const app = await renderApp('/procurements/creation/items-creation?row=new', { as: 'admin' });
    const panel = await screen.findByRole('dialog', { name: 'New item' });
    const name = await within(panel).findByLabelText(/^Name\b(?!.*second)/);
    await app.user.type(name, 'milk, WHOLE');
    expect(await within(panel).findByText('An item with this name already exists')).toBeInTheDocument();
    expect(within(panel).getByRole('link', { name: 'Whole milk (IT-002)' })).toBeInTheDocument();
    await app.user.type(name, ' organic');
    await waitFor(() => expect(within(panel).queryByText(/with this name already/)).toBeNull());
    await app.user.type(within(panel).getByLabelText(/^Item code/), 'IT-900');
    await app.user.selectOptions(within(panel).getByLabelText(/^Type/), 'Raw');
    const choose = async (label: RegExp, option: string) => {
      await app.user.click(within(panel).getByRole('combobox', { name: label }));
      await app.user.keyboard(option);
      await app.user.click(await within(panel).findByRole('option', { name: new RegExp(option) }));
    };
    await choose(/^Category/, 'Food');
    await choose(/^Base unit/, 'Litre');
    await choose(/^Order unit/, 'Case');
    await app.user.click(within(panel).getByRole('button', { name: 'Add case conversion' }));
    await app.user.type(within(panel).getByLabelText('Line 1: quantity'), '12 x 0.75');
    expect(within(panel).getByText('2 cases = 18 l')).toBeInTheDocument();
    await app.user.click(within(panel).getByRole('checkbox', { name: /Add a pack/ }));
    await app.user.type(within(panel).getByLabelText(/^Name on the invoice/), 'Case 12 x 750 ml');
    await app.user.click(within(panel).getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'milk, WHOLE organic' })).toBeInTheDocument();
    const admin = await apiAs(mock.api, 'admin');
    const createdItem = (await admin('GET', '/items?q=IT-900')) as unknown as {
      _id: string;
      conversions: unknown[];
    }[];
    expect(createdItem[0]?.conversions).toEqual([
      { fromUnit: ids.units.case, toUnit: ids.units.l, num: 9, den: 1 },
    ]);
    expect(await admin('GET', `/packagings?itemId=${createdItem[0]?._id}`)).toMatchObject([
      { name: 'Case 12 x 750 ml' },
    ]);
  });
});

describe('an item created by a branch user', () => {
  it('uses the short form, belongs to that branch, and offers only the types a branch may create', async () => {
    const app = await renderApp('/branch-settings/create-item?row=new', { as: 'branch' });
    const panel = await screen.findByRole('dialog', { name: 'New item' });
    const types = await within(panel).findByLabelText('Type', { exact: false });
    expect(
      within(types)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose', 'Raw', 'Packaging', 'Consumable']);
    expect(await within(panel).findByRole('button', { name: 'Remove Riverside' })).toBeInTheDocument();
    expect(within(panel).queryByRole('combobox', { name: 'Procurement category' })).toBeNull();
    expect(await within(panel).findByRole('note')).toHaveTextContent('Until then, it isn’t listed');
    await app.user.click(within(panel).getByRole('button', { name: 'Send for review' }));
    expect(within(panel).getByRole('textbox', { name: 'Name' })).toBeInvalid();
  });
});

describe('the form of a tab', () => {
  it('stays open after save or discard and continues from the current values', async () => {
    const app = await renderApp(getItemPath('flour'), { as: 'admin' });
    const name = () => screen.findByRole('textbox', { name: /^Name\b(?! in)/ });
    const save = () => app.user.click(screen.getByRole('button', { name: 'Save' }));
    const admin = await apiAs(mock.api, 'admin');
    for (const [addedText, expectedName] of [
      [' T550', 'Bread flour T550'],
      [' fine', 'Bread flour T550 fine'],
    ] as const) {
      await app.user.type(await name(), addedText);
      await save();
      await waitFor(async () =>
        expect(await admin('GET', `/items/${ids.items.flour}`)).toMatchObject({ name: expectedName }),
      );
      await waitFor(async () => expect(await name()).toHaveValue(expectedName));
    }
    await app.user.type(await name(), '?');
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect(await name()).toHaveValue('Bread flour T550 fine'));
    expect(screen.queryByText(/unsaved changes/)).toBeNull();
  });
});
