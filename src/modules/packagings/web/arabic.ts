import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'packagings'> = {
  one: 'عبوة',
  many: 'العبوات',
  fields: {
    ...namesInArabic,
    itemId: 'الصنف',
    supplierId: 'المورّد',
    unit: 'وحدة المحتوى',
    contentsQty: 'المحتوى',
    price: 'السعر',
    priceDate: 'تاريخ السعر',
    barcode: 'الباركود',
    supplierItemCode: 'رقم الصنف لدى المورّد',
    orderMultiple: 'يُطلب بمضاعفات',
    preferred: 'مفضّلة',
  },
  choices: {},
  hints: { name: 'كما في الفاتورة، مثل: كرتونة 12 × 1 لتر.' },
};
