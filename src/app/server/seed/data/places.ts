/** Brands of the group. Columns: code | name | Arabic name. */
export const brandTable = `
HB | Harbour Bakehouse | مخبز الميناء
HX | Harbour Express   | الميناء إكسبرس
`;

/** Branch categories. Columns: name | priority in a shortage (1 first) | Arabic name. */
export const branchCategoryTable = `
Flagship    | 1 | الفرع الرئيسي
High street | 2 | شارع رئيسي
Travel hub  | 3 | محطات السفر
`;

/**
 * The kitchen (first row) and the branches. Columns: code | name | brand | category | time zone | delivery
 * days (1 = Monday) | cut-off as days before and local time | size relative to an average branch | address |
 * phone | Arabic name.
 */
export const branchTable = `
CK01 | Harbour Central Kitchen | HB | -           | Europe/London   | -             | -       | 0    | 4 Tanner Wharf, London SE1 3LL          | +44 20 7946 0100 | مطبخ الميناء المركزي
B01  | Harbour                 | HB | Flagship    | Europe/London   | 1 2 3 4 5 6 7 | 1 20:00 | 1.3  | 12 Harbour Street, London E14 9SH       | +44 20 7946 0101 | الميناء
B02  | Riverside               | HB | High street | Europe/London   | 1 2 3 4 5 6   | 1 18:00 | 1.1  | 88 Riverside Walk, London SE1 2UP       | +44 20 7946 0102 | الضفة
B03  | Market Square           | HB | High street | Europe/London   | 1 3 5         | 1 15:00 | 0.9  | 3 Market Square, Cambridge CB2 3NJ      | +44 1223 496 103 | ساحة السوق
B04  | Station Arcade          | HX | Travel hub  | Europe/London   | 1 3 5 6       | 1 15:00 | 1.0  | Unit 9, Station Arcade, London N1C 4QL  | +44 20 7946 0104 | رواق المحطة
B05  | University              | HX | High street | Europe/London   | 1 4           | 1 14:00 | 0.7  | 21 College Road, Oxford OX1 3DP         | +44 1865 496 105 | الجامعة
B06  | Seafront                | HB | High street | Europe/London   | 2 4 6         | 1 15:00 | 0.9  | 140 Marine Parade, Brighton BN2 1DD     | +44 1273 496 106 | الواجهة البحرية
B07  | Dublin Docklands        | HB | Travel hub  | Europe/Dublin   | 2 5           | 2 12:00 | 0.8  | 7 Hanover Quay, Dublin D02 XY45         | +353 1 555 0107  | أرصفة دبلن
B08  | Antwerp Old Port        | HB | Flagship    | Europe/Brussels | 3 6           | 2 12:00 | 0.8  | Godefriduskaai 18, 2000 Antwerp         | +32 3 555 01 08  | ميناء أنتويرب القديم
`;

/**
 * The kitchen's suppliers. Columns: code | name | contact | email | phone | tax number | currency | payment
 * terms in days | lead time in days | order days (1 = Monday) | minimum order value | Arabic name.
 */
export const supplierTable = `
S01 | Albion Mills          | Priya Nair      | orders@albionmills.test     | +44 1733 496 201 | GB201443201 | GBP | 30 | 3 | 1 4       | 150 | مطاحن ألبيون
S02 | Meadow Vale Dairy     | Tom Ashdown     | sales@meadowvale.test       | +44 1458 496 202 | GB201443202 | GBP | 14 | 1 | 1 2 3 4 5 6 | 80  | ألبان ميدو فيل
S03 | Covent Row Produce    | Lucia Ferrante  | desk@coventrow.test         | +44 20 7946 0203 | GB201443203 | GBP | 7  | 1 | 1 2 3 4 5 6 | 60  | خضار كوفنت رو
S04 | Levant Pantry         | Samir Haddad    | trade@levantpantry.test     | +44 20 7946 0204 | GB201443204 | GBP | 30 | 4 | 2 5       | 200 | مؤونة المشرق
S05 | Northfield Meats      | Owen Pritchard  | orders@northfield.test      | +44 1743 496 205 | GB201443205 | GBP | 14 | 2 | 1 3 5     | 120 | لحوم نورثفيلد
S06 | Quayside Fish         | Mairead Byrne   | hello@quaysidefish.test     | +353 1 555 0206  | IE6388206A  | EUR | 14 | 2 | 1 4       | 120 | أسماك كوايسايد
S07 | Cocoa & Nut Trading   | Willem de Groot | info@cocoanut.test          | +31 20 555 0207  | NL8044207B  | EUR | 30 | 5 | 3         | 250 | تجارة الكاكاو والمكسرات
S08 | Roast Yard Coffee     | Ana Duarte      | wholesale@roastyard.test    | +44 117 496 0208 | GB201443208 | GBP | 21 | 3 | 2         | 150 | محمصة روست يارد
S09 | Brook & Bottle Drinks | Callum Reid     | orders@brookbottle.test     | +44 131 496 0209 | GB201443209 | GBP | 30 | 3 | 1 4       | 150 | مشروبات بروك
S10 | Kraft Pack Supplies   | Helen Choi      | service@kraftpack.test      | +44 161 496 0210 | GB201443210 | GBP | 30 | 5 | 2         | 200 | مستلزمات كرافت
S11 | Cleanwell Hygiene     | Martin Osei     | orders@cleanwell.test       | +44 121 496 0211 | GB201443211 | GBP | 30 | 4 | 3         | 100 | كلينويل للنظافة
S12 | Frostline Frozen      | Greta Lindqvist | orders@frostline.test       | +44 1472 496 212 | GB201443212 | GBP | 21 | 2 | 1 3 5     | 180 | فروستلاين للمجمدات
S13 | Orchard Dry Goods     | Ben Whitlock    | sales@orcharddry.test       | +44 1865 496 213 | GB201443213 | GBP | 30 | 3 | 2 5       | 150 | أورتشارد للمواد الجافة
S14 | Hen & Hedge Eggs      | Ruth Penrose    | eggs@henandhedge.test       | +44 1872 496 214 | GB201443214 | GBP | 7  | 1 | 1 3 5     | 60  | بيض هن آند هدج
`;
