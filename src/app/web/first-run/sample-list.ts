/** Common units: symbol, name, Arabic name, dimension, size in its base unit, decimals. */
export const commonUnits = [
  ['g', 'Gram', 'غرام', 'mass', 1, 0],
  ['kg', 'Kilogram', 'كيلوغرام', 'mass', 1000, 3],
  ['ml', 'Millilitre', 'ميليلتر', 'volume', 1, 0],
  ['l', 'Litre', 'لتر', 'volume', 1000, 3],
  ['each', 'Each', 'حبة', 'count', 1, 0],
  ['doz', 'Dozen', 'دزينة', 'count', 12, 0],
  ['case', 'Case', 'كرتونة', 'count', 1, 0],
  ['box', 'Box', 'علبة', 'count', 1, 0],
  ['bag', 'Bag', 'كيس', 'count', 1, 0],
  ['bottle', 'Bottle', 'زجاجة', 'count', 1, 0],
  ['tray', 'Tray', 'صينية', 'count', 1, 0],
] as const;

/** Storage sections: code, name, Arabic name, temperature. */
export const sampleSections = [
  ['DRY', 'Dry store', 'المخزن الجاف', 'ambient'],
  ['CHL', 'Chiller', 'الثلاجة', 'chilled'],
  ['FRZ', 'Freezer', 'المجمّد', 'frozen'],
] as const;

export const sampleCategories = [
  ['Dry goods', 'مواد جافة'],
  ['Fruit and vegetables', 'خضار وفواكه'],
  ['Dairy and eggs', 'ألبان وبيض'],
  ['Meat', 'لحوم'],
  ['Frozen', 'مجمّدات'],
  ['Packaging', 'مواد تغليف'],
] as const;

/**
 * Sample items: code, name, Arabic name, category, section, kind, base unit, order unit, and base units per
 * order unit (null if the units define it). Prices are left to the business.
 */
export const sampleItems = [
  ['FLOUR', 'Plain flour', 'دقيق أبيض', 'Dry goods', 'DRY', 'raw', 'kg', 'bag', 10],
  ['RICE', 'Basmati rice', 'أرز بسمتي', 'Dry goods', 'DRY', 'raw', 'kg', 'bag', 5],
  ['SUGAR', 'Sugar', 'سكر', 'Dry goods', 'DRY', 'raw', 'kg', 'bag', 10],
  ['SALT', 'Salt', 'ملح', 'Dry goods', 'DRY', 'raw', 'kg', 'kg', null],
  ['OIL', 'Vegetable oil', 'زيت نباتي', 'Dry goods', 'DRY', 'raw', 'l', 'case', 12],
  ['TOM-TIN', 'Chopped tomatoes, tinned', 'طماطم مقطّعة معلّبة', 'Dry goods', 'DRY', 'raw', 'kg', 'case', 15],
  ['ONION', 'Onions', 'بصل', 'Fruit and vegetables', 'CHL', 'raw', 'kg', 'bag', 10],
  ['TOMATO', 'Tomatoes', 'طماطم', 'Fruit and vegetables', 'CHL', 'raw', 'kg', 'case', 6],
  ['LETTUCE', 'Lettuce', 'خس', 'Fruit and vegetables', 'CHL', 'raw', 'each', 'case', 12],
  ['LEMON', 'Lemons', 'ليمون', 'Fruit and vegetables', 'CHL', 'raw', 'each', 'each', null],
  ['MILK', 'Milk', 'حليب', 'Dairy and eggs', 'CHL', 'raw', 'l', 'case', 12],
  ['BUTTER', 'Butter', 'زبدة', 'Dairy and eggs', 'CHL', 'raw', 'kg', 'case', 10],
  ['CHEDDAR', 'Cheddar', 'جبن شيدر', 'Dairy and eggs', 'CHL', 'raw', 'kg', 'kg', null],
  ['EGG', 'Eggs', 'بيض', 'Dairy and eggs', 'CHL', 'raw', 'each', 'doz', null],
  ['CHICKEN', 'Chicken breast', 'صدور دجاج', 'Meat', 'CHL', 'raw', 'kg', 'case', 5],
  ['MINCE', 'Minced beef', 'لحم بقري مفروم', 'Meat', 'CHL', 'raw', 'kg', 'kg', null],
  ['CHIPS', 'Frozen chips', 'بطاطس مجمّدة', 'Frozen', 'FRZ', 'raw', 'kg', 'case', 10],
  ['PEAS', 'Frozen peas', 'بازلاء مجمّدة', 'Frozen', 'FRZ', 'raw', 'kg', 'bag', 2],
  ['BOX', 'Takeaway box', 'علبة طعام', 'Packaging', 'DRY', 'packaging', 'each', 'case', 100],
  ['NAPKIN', 'Napkin', 'منديل', 'Packaging', 'DRY', 'consumable', 'each', 'case', 500],
] as const;
