/** Units. Columns: name | symbol | dimension | factor to the dimension's base | decimals | whole only | Arabic name. */
export const unitTable = `
Gram       | g      | mass   | 1/1    | 0 | no  | غرام
Kilogram   | kg     | mass   | 1000/1 | 3 | no  | كيلوغرام
Millilitre | ml     | volume | 1/1    | 0 | no  | ميليلتر
Litre      | l      | volume | 1000/1 | 3 | no  | لتر
Each       | each   | count  | 1/1    | 0 | yes | حبة
Dozen      | doz    | count  | 12/1   | 0 | yes | دزينة
Metre      | m      | length | 1/1    | 2 | no  | متر
Bag        | bag    | count  | 1/1    | 0 | yes | كيس
Block      | block  | count  | 1/1    | 0 | yes | قالب
Bottle     | bottle | count  | 1/1    | 0 | yes | زجاجة
Box        | box    | count  | 1/1    | 0 | yes | علبة
Can        | can    | count  | 1/1    | 0 | yes | عبوة
Case       | case   | count  | 1/1    | 0 | yes | كرتونة
Crate      | crate  | count  | 1/1    | 0 | yes | صندوق
Net        | net    | count  | 1/1    | 0 | yes | شبكة
Pack       | pack   | count  | 1/1    | 0 | yes | حزمة
Pouch      | pouch  | count  | 1/1    | 0 | yes | مغلف
Sack       | sack   | count  | 1/1    | 0 | yes | جوال
Sleeve     | sleeve | count  | 1/1    | 0 | yes | ربطة
Tin        | tin    | count  | 1/1    | 0 | yes | صفيحة
Tray       | tray   | count  | 1/1    | 0 | yes | صينية
Tub        | tub    | count  | 1/1    | 0 | yes | وعاء
`;

/** Sections in walking order. Columns: code | name | type | temperature | Arabic name. */
export const sectionTable = `
DRY | Dry store | storage | ambient | المخزن الجاف
CHL | Chiller   | storage | chilled | الثلاجة
FRZ | Freezer   | storage | frozen  | المجمد
PRD | Produce   | storage | chilled | الخضار والفواكه
BKY | Bakery    | storage | ambient | المخبز
BEV | Beverages | storage | ambient | المشروبات
PKG | Packaging | storage | ambient | التغليف
CLN | Cleaning  | storage | ambient | التنظيف
`;

/** Item categories with their parent category. Columns: key | name | sub-category name | Arabic name | its Arabic name. */
export const categoryTable = `
GRAIN  | Dry goods       | Flour, rice and pulses | المواد الجافة       | الطحين والأرز والبقول
BAKING | Dry goods       | Baking                 | المواد الجافة       | لوازم الخبز
SAUCE  | Dry goods       | Oils and sauces        | المواد الجافة       | الزيوت والصلصات
SPICE  | Dry goods       | Herbs and spices       | المواد الجافة       | الأعشاب والتوابل
SNACK  | Snacks          | Crisps                 | الوجبات الخفيفة     | رقائق البطاطس
DAIRY  | Dairy and eggs  | Milk, cheese and eggs  | الألبان والبيض      | الحليب والأجبان والبيض
MEAT   | Meat and fish   | Cooked and cured       | اللحوم والأسماك     | المطبوخ والمدخن
MADE   | Kitchen made    | Dips, soups and salads | من صنع المطبخ       | المتبلات والشوربات والسلطات
DOUGH  | Bake-off        | Pastry and dough       | مخبوزات للتسوية     | المعجنات والعجائن
FROZEN | Frozen          | Fruit and vegetables   | المجمدات            | الفواكه والخضار
VEG    | Fruit and veg   | Vegetables             | الخضار والفواكه     | الخضار
FRUIT  | Fruit and veg   | Fruit                  | الخضار والفواكه     | الفواكه
HERB   | Fruit and veg   | Fresh herbs            | الخضار والفواكه     | الأعشاب الطازجة
BREAD  | Bread and cakes | Bread                  | الخبز والكعك        | الخبز
CAKE   | Bread and cakes | Cakes and sweets       | الخبز والكعك        | الكعك والحلويات
COFFEE | Drinks          | Coffee and tea         | المشروبات           | القهوة والشاي
DRINK  | Drinks          | Cold drinks            | المشروبات           | المشروبات الباردة
PACK   | Packaging       | Takeaway packaging     | التغليف             | تغليف الوجبات
CLEAN  | Cleaning        | Cleaning and hygiene   | التنظيف             | التنظيف والنظافة
`;

/** Purchase categories. Columns: name | lead time in days | Arabic name. */
export const purchaseCategoryTable = `
Fresh    | 1 | طازج
Ambient  | 3 | جاف
Frozen   | 2 | مجمد
Non-food | 5 | غير غذائي
`;

/** Value added tax in the kitchen's country. Columns: name | rate in percent | Arabic name. */
export const taxTable = `
VAT zero     | 0  | ضريبة صفرية
VAT reduced  | 5  | ضريبة مخفضة
VAT standard | 20 | ضريبة أساسية
`;

/** Currencies. Columns: code | name | symbol | minor units | value in the base currency | Arabic name. */
export const currencyTable = `
GBP | Pound sterling | £   | 2 | 1      | جنيه إسترليني
EUR | Euro           | €   | 2 | 0.86   | يورو
USD | US dollar      | $   | 2 | 0.79   | دولار أمريكي
AED | UAE dirham     | AED | 2 | 0.215  | درهم إماراتي
`;

/** Departments. Columns: code | name | Arabic name. */
export const departmentTable = `
BAR  | Coffee bar     | ركن القهوة
KIT  | Kitchen        | المطبخ
BKY  | Bakery         | المخبز
FOH  | Front of house | الصالة
`;
