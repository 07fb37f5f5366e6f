import { describe, expect, it } from 'vitest';
import { type ImportColumn, importKinds, type ImportKind } from '../kinds.ts';
import type { CollectionKey } from '#modules/master-data/collections.ts';
import { resourceMessages } from '#modules/master-data/web/messages.ts';
import { arabic } from '#modules/master-data/web/messages.ar.ts';
import { guessFormat, guessMapping } from './guess-mapping.ts';

const getKind = (name: string) => importKinds[name] as ImportKind;

function guess(
  name: string,
  header: string[],
  rows: string[][] = [],
  remembered: Record<string, string | null> = {},
  isExport = false,
) {
  const languages = name in resourceMessages.en ? [resourceMessages.en, arabic] : [];
  const texts = languages.map((language) => language[name as CollectionKey]);
  const labelsOf = ({ key }: ImportColumn) =>
    texts.flatMap((text) => (text.fields as Record<string, string>)[key] ?? []);
  const table = rows.map((cells, index) => ({ row: index + 2, cells }));
  return guessMapping({
    kind: getKind(name),
    header,
    rows: table,
    labelsOf,
    rememberedKeys: remembered,
    isExport,
  });
}

describe('guesses a mapping', () => {
  it('for files from other systems', () => {
    expect(guess('item-categories', ['categoryID', 'categoryName', 'description'])).toEqual([
      'code',
      'name',
      null,
    ]);
    expect(
      guess('suppliers', ['supplierID', 'companyName', 'contactName', 'contactTitle', 'phone', 'fax']),
    ).toEqual(['code', 'name', 'contact', null, 'phone', null]);
    expect(guess('branch', ['customerID', 'companyName', 'contactName', 'address', 'phone'])).toEqual([
      'code',
      'name',
      null,
      'address',
      'phone',
    ]);
    const products = [
      'productID',
      'productName',
      'supplierID',
      'categoryID',
      'quantityPerUnit',
      'unitPrice',
      'unitsInStock',
      'reorderLevel',
    ];
    expect(guess('items', products)).toEqual([
      'itemCode',
      'name',
      'pack.supplierId',
      'category',
      'pack.name',
      'unitPrice',
      null,
      null,
    ]);
  });

  it('for the headings of a price list: product, cost, case size and par', () => {
    const header = [
      'Code',
      'Product',
      'Category',
      'Unit',
      'Cost price',
      'Supplier',
      'Case size',
      'Case price',
      'Par',
    ];
    expect(guess('items', header)).toEqual([
      'itemCode',
      'name',
      'category',
      'baseUnit',
      'standardCost',
      'pack.supplierId',
      'pack.contentsQty',
      'pack.price',
      'level.par',
    ]);
  });

  it('for the labels of the dashboard in both languages, ignoring case, accents and punctuation', () => {
    expect(guess('units', ['SYMBOL ', 'الاسم', 'Localized name', 'البُعد'])).toEqual([
      'symbol',
      'name',
      'nameAlt',
      'dimension',
    ]);
  });

  it('from earlier choices', () => {
    const remembered = { region: 'address', companyname: null };
    expect(guess('branch', ['Region', 'companyName', 'name'], [], remembered)).toEqual([
      'address',
      null,
      'name',
    ]);
  });

  it('by the heading, even if some cells are unreadable', () => {
    expect(guess('suppliers', ['Order days'], [['Monday, Thursday'], ['Someday']])).toEqual(['orderDays']);
    // A column with no readable cells isn't mapped, and the screen reports it.
    expect(guess('branch', ['Delivery days'], [['every other Friday']])).toEqual([null]);
    // In a file exported by the dashboard, the column is mapped and errors are reported per cell.
    expect(guess('branch', ['Delivery days'], [['every other Friday']], {}, true)).toEqual(['deliveryDays']);
  });

  it('for synonyms of item name and cost', () => {
    const header = ['source_code', 'Product', 'Cost price', 'Case size', 'Par', 'Price (net)'];
    expect(guess('items', header)).toEqual([
      'itemCode',
      'name',
      'standardCost',
      'pack.contentsQty',
      'level.par',
      'unitPrice',
    ]);
    expect(guess('items', ['Product', 'average_price'])).toEqual(['name', 'standardCost']);
    expect(guess('items', ['Product', 'Order number', 'Supplier', 'Case size'])).toEqual([
      'name',
      'pack.supplierItemCode',
      'pack.supplierId',
      'pack.contentsQty',
    ]);
  });

  it.each([
    ['Payment terms', 'Lead time', 'Minimum order', 'Currency', 'Order days'],
    ['Zahlungsziel', 'Lieferzeit', 'Mindestbestellwert', 'Währung', 'Bestelltage'],
    ['Délai de paiement', 'Délai de livraison', 'Commande minimum', 'Devise', 'Jours de commande'],
    ['Plazo de pago', 'Plazo de entrega', 'Pedido mínimo', 'Moneda', 'Días de pedido'],
    ['Termini di pagamento', 'Tempi di consegna', 'Ordine minimo', 'Valuta', 'Giorni di ordine'],
    ['Betalingstermijn', 'Levertijd', 'Minimale bestelwaarde', 'Munt', 'Besteldagen'],
    ['مدة السداد', 'مدة التوريد', 'الحد الأدنى للطلب', 'العملة', 'أيام الطلب'],
  ])('for suppliers with the headings %s, %s and so on', (...header) => {
    expect(guess('suppliers', header)).toEqual([
      'paymentTermsDays',
      'leadTimeDays',
      'minOrderValue',
      'currency',
      'orderDays',
    ]);
  });

  it.each([
    ['Artikelnummer', 'Bezeichnung', 'Warengruppe', 'Einheit', 'Preis'],
    ['Code article', 'Désignation', 'Catégorie', 'Unité', 'Prix'],
    ['Código', 'Descripción', 'Categoría', 'Unidad', 'Precio'],
    ['Codice articolo', 'Descrizione', 'Categoria', 'Unità', 'Prezzo'],
    ['Artikelcode', 'Omschrijving', 'Categorie', 'Eenheid', 'Prijs'],
    ['رمز الصنف', 'اسم الصنف', 'الفئة', 'الوحدة', 'السعر'],
    ['Kod towaru', 'Nazwa', 'Kategoria', 'J.m.', 'Cena netto'],
    ['Артикул', 'Наименование', 'Группа товаров', 'Ед. изм.', 'Цена'],
    ['Stok Kodu', 'Ürün Adı', 'Kategori', 'Birim', 'Birim Fiyat'],
    ['Art.-Nr.', 'Produktname', 'Artikelgruppe', 'Mengeneinheit', 'Nettopreis'],
    ['Référence', 'Nom du produit', 'Groupe', 'Unité de mesure', 'Prix HT'],
    ['Referencia', 'Nombre del producto', 'Grupo', 'Unidad de medida', 'Precio sin IVA'],
  ])('for items with the headings %s, %s and so on', (...header) => {
    expect(guess('items', header)).toEqual(['itemCode', 'name', 'category', 'baseUnit', 'unitPrice']);
  });
});

describe('guesses a mapping for stock and packs', () => {
  it.each([
    ['Kod towaru', 'Magazyn', 'Ilość', 'Jednostka', 'Cena zakupu', 'Termin ważności'],
    ['Артикул', 'Склад', 'Кол-во', 'Ед.', 'Себестоимость', 'Срок годности'],
    ['Stok kodu', 'Depo', 'Miktar', 'Ölçü birimi', 'Alış fiyatı', 'Son kullanma tarihi'],
    ['Artikelnummer', 'Lager', 'Anzahl', 'Einheit', 'Einstandspreis', 'MHD'],
    ['Code article', 'Magasin', 'Qté', 'Unité', "Prix d'achat", 'DLC'],
    ['Código de artículo', 'Almacén', 'Existencias', 'Unidad', 'Precio de compra', 'Caducidad'],
  ])('with the headings %s, %s and so on', (...header) => {
    expect(guess('opening-stock', header)).toEqual([
      'itemId',
      'placeId',
      'qty',
      'unit',
      'unitCost',
      'expiry',
    ]);
  });

  it.each([
    ['Towar', 'Dostawca', 'Cena', 'Data ceny', 'Kod kreskowy'],
    ['Товар', 'Поставщик', 'Цена', 'Дата цены', 'Штрих-код'],
    ['Ürün', 'Tedarikçi', 'Fiyat', 'Tarih', 'Barkod'],
    ['Artikel', 'Lieferant', 'Listenpreis', 'Gültig ab', 'EAN-Code'],
    ['Produit', 'Fournisseur', 'Prix', 'Date', 'Gencod'],
    ['Producto', 'Proveedor', 'Precio', 'Fecha', 'Código de barras'],
  ])('for packs with the headings %s, %s and so on', (...header) => {
    expect(guess('packagings', header)).toEqual(['itemId', 'supplierId', 'price', 'priceDate', 'barcode']);
  });

  it('and skips gross prices, because stored prices are net', () => {
    expect(guess('packagings', ['Towar', 'Cena netto', 'Cena brutto'])).toEqual(['itemId', 'price', null]);
  });

  it.each(['Stawka VAT', 'НДС', 'KDV', 'MwSt', 'TVA', 'IVA'])(
    'for the tax of an item with the heading %s',
    (header) => {
      expect(guess('items', ['SKU', header])).toEqual(['itemCode', 'tax']);
    },
  );
});

describe('guesses the number and date format of', () => {
  it.each([
    [['1,5', '2,25'], ['31.12.2026'], 'comma', 'dmy'],
    [['1.5', '1,000.25'], ['12/31/2026'], 'point', 'mdy'],
    [['1.000,5'], ['2026-12-31'], 'comma', 'ymd'],
    [['12', '1,000'], [], 'point', 'ymd'],
  ] as const)('%j and %j', (numbers, dates, decimal, order) => {
    const rows = [...numbers, ...dates].map((_, index) => ({
      row: index + 2,
      cells: [numbers[index] ?? null, dates[index] ?? null],
    }));
    expect(guessFormat(getKind('taxes'), ['rate', 'validFrom'], rows)).toEqual({ decimal, dates: order });
  });
});
