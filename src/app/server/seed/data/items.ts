/**
 * The items of the demo business, in walking order.
 *
 * Columns: code | name | category | kind | base unit | order pack | price of one pack (GBP) | supplier |
 * packs an average branch uses in a week | shelf life in days | allergens (`?` = may contain) | Arabic name.
 * A pack is `unit quantity base` or `unit count x quantity base`: `case 6 x 1 l` is one case of 6 l.
 * The letters of the code identify the section; supplier `-` means that the kitchen makes the item.
 */
export const itemTable = `
DRY-001 | Basmati rice              | GRAIN  | raw           | kg   | bag 10 kg       | 18.40  | S13 | 1.2  | 540 |                  | أرز بسمتي
DRY-002 | Strong white flour        | GRAIN  | raw           | kg   | bag 16 kg       | 13.20  | S01 | 2.5  | 240 | gluten           | طحين أبيض قوي
DRY-003 | Plain flour               | GRAIN  | raw           | kg   | bag 16 kg       | 11.80  | S01 | 1.5  | 240 | gluten           | طحين متعدد الاستعمالات
DRY-004 | Wholemeal flour           | GRAIN  | raw           | kg   | bag 16 kg       | 14.10  | S01 | 0.8  | 180 | gluten           | طحين القمح الكامل
DRY-005 | Rolled oats               | GRAIN  | raw           | kg   | bag 12.5 kg     | 15.60  | S01 | 0.6  | 300 | gluten           | شوفان
DRY-006 | Bulgur wheat              | GRAIN  | raw           | kg   | bag 5 kg        | 9.40   | S04 | 0.9  | 540 | gluten           | برغل
DRY-007 | Couscous                  | GRAIN  | raw           | kg   | bag 5 kg        | 9.90   | S04 | 0.8  | 540 | gluten           | كسكس
DRY-008 | Red lentils               | GRAIN  | raw           | kg   | bag 10 kg       | 17.80  | S13 | 0.5  | 540 |                  | عدس أحمر
DRY-009 | Penne pasta               | GRAIN  | raw           | kg   | case 4 x 3 kg   | 17.60  | S13 | 0.7  | 720 | gluten           | معكرونة بيني
DRY-010 | Chickpeas in water        | GRAIN  | raw           | kg   | case 12 x 800 g | 10.90  | S04 | 1.4  | 900 |                  | حمص حب معلب
DRY-011 | Caster sugar              | BAKING | raw           | kg   | bag 10 kg       | 11.90  | S13 | 1.1  | 720 |                  | سكر ناعم
DRY-012 | Demerara sugar            | BAKING | raw           | kg   | bag 5 kg        | 8.20   | S13 | 0.6  | 720 |                  | سكر بني
DRY-013 | Icing sugar               | BAKING | raw           | kg   | box 3 kg        | 5.10   | S13 | 0.8  | 540 |                  | سكر بودرة
DRY-014 | Fine sea salt             | BAKING | raw           | kg   | tub 6 kg        | 4.20   | S13 | 0.4  | 1800 |                 | ملح بحري ناعم
DRY-015 | Dried yeast               | BAKING | raw           | kg   | case 10 x 500 g | 26.50  | S01 | 0.2  | 360 |                  | خميرة جافة
DRY-016 | Baking powder             | BAKING | raw           | kg   | tub 3 kg        | 9.80   | S01 | 0.2  | 360 |                  | بيكنج باودر
DRY-017 | Dark chocolate 70 %       | BAKING | raw           | kg   | bag 5 kg        | 48.50  | S07 | 0.7  | 540 | soybeans, milk?  | شوكولاتة داكنة
DRY-018 | Cocoa powder              | BAKING | raw           | kg   | bag 1 kg        | 11.20  | S07 | 0.6  | 720 |                  | كاكاو
DRY-019 | Ground almonds            | BAKING | raw           | kg   | bag 5 kg        | 42.50  | S07 | 0.5  | 270 | nuts             | لوز مطحون
DRY-020 | Walnut halves             | BAKING | raw           | kg   | bag 3 kg        | 27.60  | S07 | 0.4  | 270 | nuts             | جوز
DRY-021 | Shelled pistachios        | BAKING | raw           | kg   | bag 1 kg        | 21.40  | S07 | 0.7  | 270 | nuts             | فستق حلبي
DRY-022 | Sesame seeds              | BAKING | raw           | kg   | bag 5 kg        | 19.80  | S04 | 0.3  | 360 | sesame           | سمسم
DRY-023 | Medjool dates             | BAKING | raw           | kg   | box 5 kg        | 33.50  | S04 | 0.8  | 270 | sulphites?       | تمر مجدول
DRY-024 | Raisins                   | BAKING | raw           | kg   | box 12.5 kg     | 32.00  | S07 | 0.3  | 360 | sulphites        | زبيب
DRY-025 | Tomato passata            | SAUCE  | raw           | l    | case 6 x 1 l    | 9.60   | S04 | 2.0  | 720 |                  | صلصة طماطم
DRY-026 | Extra virgin olive oil    | SAUCE  | raw           | l    | tin 5 l         | 37.50  | S04 | 1.6  | 540 |                  | زيت زيتون بكر ممتاز
DRY-027 | Rapeseed oil              | SAUCE  | raw           | l    | can 20 l        | 34.00  | S13 | 0.6  | 360 |                  | زيت بذور اللفت
DRY-028 | Red wine vinegar          | SAUCE  | raw           | l    | case 2 x 5 l    | 11.20  | S04 | 0.3  | 720 | sulphites        | خل أحمر
DRY-029 | Tahini                    | SAUCE  | raw           | kg   | tub 5 kg        | 31.00  | S04 | 0.9  | 360 | sesame           | طحينة
DRY-030 | Pomegranate molasses      | SAUCE  | raw           | l    | case 6 x 500 ml | 19.50  | S04 | 0.3  | 540 |                  | دبس رمان
DRY-031 | Blossom honey             | SAUCE  | raw           | kg   | tub 7 kg        | 41.00  | S13 | 0.4  | 720 |                  | عسل
DRY-032 | Strawberry jam            | SAUCE  | raw           | kg   | case 6 x 1 kg   | 17.40  | S13 | 0.7  | 540 |                  | مربى الفراولة
DRY-033 | Dijon mustard             | SAUCE  | raw           | kg   | tub 5 kg        | 15.80  | S13 | 0.3  | 360 | mustard, sulphites | خردل ديجون
DRY-034 | Mayonnaise                | SAUCE  | raw           | l    | tub 10 l        | 19.90  | S13 | 0.9  | 180 | eggs, mustard    | مايونيز
DRY-035 | Harissa paste             | SAUCE  | raw           | kg   | case 6 x 1 kg   | 28.20  | S04 | 0.3  | 360 |                  | هريسة
DRY-036 | Kalamata olives           | SAUCE  | raw           | kg   | tub 3 kg        | 14.70  | S04 | 0.8  | 270 |                  | زيتون كالاماتا
DRY-037 | Za'atar                   | SPICE  | raw           | kg   | bag 1 kg        | 13.90  | S04 | 0.7  | 360 | sesame           | زعتر
DRY-038 | Ground cumin              | SPICE  | raw           | kg   | tub 500 g       | 6.10   | S04 | 0.4  | 540 |                  | كمون مطحون
DRY-039 | Smoked paprika            | SPICE  | raw           | kg   | tub 500 g       | 6.80   | S04 | 0.4  | 540 |                  | بابريكا مدخنة
DRY-040 | Ground cinnamon           | SPICE  | raw           | kg   | tub 500 g       | 7.40   | S04 | 0.5  | 540 |                  | قرفة مطحونة
DRY-041 | Black peppercorns         | SPICE  | raw           | kg   | tub 1 kg        | 16.30  | S04 | 0.2  | 720 |                  | فلفل أسود حب
DRY-042 | Vanilla extract           | SPICE  | raw           | l    | bottle 1 l      | 39.00  | S07 | 0.2  | 720 |                  | خلاصة الفانيليا
DRY-043 | Sea salt crisps           | SNACK  | finished      | each | case 24 each    | 13.20  | S09 | 1.5  | 120 |                  | رقائق بطاطس
CHL-001 | Whole milk                | DAIRY  | raw           | l    | crate 12 x 2 l  | 19.20  | S02 | 7.0  | 9   | milk             | حليب كامل الدسم
CHL-002 | Semi-skimmed milk         | DAIRY  | raw           | l    | crate 12 x 2 l  | 18.60  | S02 | 4.0  | 9   | milk             | حليب نصف دسم
CHL-003 | Barista oat drink         | DAIRY  | raw           | l    | case 6 x 1 l    | 9.90   | S09 | 4.5  | 240 | gluten           | شراب الشوفان
CHL-004 | Double cream              | DAIRY  | raw           | l    | case 6 x 1 l    | 22.80  | S02 | 0.9  | 14  | milk             | كريمة ثقيلة
CHL-005 | Unsalted butter           | DAIRY  | raw           | kg   | case 20 x 250 g | 32.50  | S02 | 1.4  | 60  | milk             | زبدة غير مملحة
CHL-006 | Butter portions           | DAIRY  | raw           | each | box 100 each    | 9.80   | S02 | 1.0  | 60  | milk             | زبدة حصص فردية
CHL-007 | Free-range eggs           | DAIRY  | raw           | each | tray 30 each    | 6.90   | S14 | 5.0  | 24  | eggs             | بيض
CHL-008 | Greek yoghurt             | DAIRY  | raw           | kg   | tub 5 kg        | 13.40  | S02 | 1.8  | 21  | milk             | زبادي يوناني
CHL-009 | Labneh                    | DAIRY  | raw           | kg   | tub 3 kg        | 12.90  | S02 | 1.3  | 21  | milk             | لبنة
CHL-010 | Mature cheddar            | DAIRY  | raw           | kg   | block 5 kg      | 31.50  | S02 | 0.8  | 90  | milk             | جبن شيدر
CHL-011 | Feta                      | DAIRY  | raw           | kg   | tub 4 kg        | 29.60  | S02 | 1.0  | 90  | milk             | جبن فيتا
CHL-012 | Halloumi                  | DAIRY  | raw           | kg   | case 10 x 250 g | 24.50  | S02 | 1.4  | 120 | milk             | جبن حلوم
CHL-013 | Mozzarella                | DAIRY  | raw           | kg   | bag 2 kg        | 12.20  | S02 | 1.1  | 30  | milk             | موزاريلا
CHL-014 | Grated parmesan           | DAIRY  | raw           | kg   | bag 1 kg        | 14.80  | S02 | 0.7  | 60  | milk, eggs       | بارميزان مبشور
CHL-015 | Roast chicken breast      | MEAT   | raw           | kg   | pack 2 kg       | 17.90  | S05 | 2.4  | 10  |                  | صدر دجاج مشوي
CHL-016 | Smoked turkey             | MEAT   | raw           | kg   | pack 2 kg       | 18.60  | S05 | 1.0  | 14  |                  | ديك رومي مدخن
CHL-017 | Beef pastrami             | MEAT   | raw           | kg   | pack 1 kg       | 13.70  | S05 | 1.1  | 14  | mustard?         | بسطرمة
CHL-018 | Minced lamb               | MEAT   | raw           | kg   | pack 2.5 kg     | 22.40  | S05 | 0.8  | 6   |                  | لحم غنم مفروم
CHL-019 | Smoked salmon             | MEAT   | raw           | kg   | pack 1 kg       | 24.90  | S06 | 1.3  | 14  | fish             | سلمون مدخن
CHL-020 | Tuna in brine             | MEAT   | raw           | kg   | case 6 x 1.7 kg | 58.00  | S06 | 0.4  | 900 | fish             | تونة
CHL-021 | Cream cheese              | DAIRY  | raw           | kg   | tub 2 kg        | 9.70   | S02 | 1.3  | 45  | milk             | جبن كريمي
CHL-022 | Kitchen hummus            | MADE   | semi_finished | kg   | tub 2.5 kg      | 8.10   | -   | 2.6  | 7   | sesame           | حمص بالطحينة
CHL-023 | Muhammara                 | MADE   | semi_finished | kg   | tub 2.5 kg      | 13.50  | -   | 0.9  | 7   | nuts, gluten     | محمرة
CHL-024 | Basil pesto               | MADE   | semi_finished | kg   | tub 1 kg        | 11.60  | -   | 0.9  | 14  | milk, nuts       | بيستو الريحان
CHL-025 | Lentil soup base          | MADE   | semi_finished | l    | pouch 5 l       | 9.20   | -   | 2.2  | 10  | celery           | شوربة عدس
CHL-026 | Roast tomato soup         | MADE   | semi_finished | l    | pouch 5 l       | 9.80   | -   | 1.8  | 10  | celery, milk     | شوربة طماطم مشوية
CHL-027 | Tabbouleh                 | MADE   | finished      | kg   | tub 2 kg        | 9.40   | -   | 1.6  | 3   | gluten           | تبولة
FRZ-001 | Butter croissant, raw     | DOUGH  | semi_finished | each | case 60 each    | 27.00  | S12 | 3.5  | 270 | gluten, milk, eggs | كرواسون بالزبدة
FRZ-002 | Pain au chocolat, raw     | DOUGH  | semi_finished | each | case 60 each    | 31.80  | S12 | 2.4  | 270 | gluten, milk, eggs, soybeans | كرواسون بالشوكولاتة
FRZ-003 | Almond croissant, raw     | DOUGH  | semi_finished | each | case 40 each    | 34.00  | S12 | 1.4  | 270 | gluten, milk, eggs, nuts | كرواسون باللوز
FRZ-004 | Za'atar manakish          | DOUGH  | semi_finished | each | case 40 each    | 29.20  | -   | 1.6  | 120 | gluten, sesame   | مناقيش زعتر
FRZ-005 | Filo pastry               | DOUGH  | raw           | kg   | case 12 x 500 g | 21.60  | S12 | 0.4  | 360 | gluten           | عجينة فيلو
FRZ-006 | Puff pastry sheets        | DOUGH  | raw           | kg   | case 10 kg      | 28.90  | S12 | 0.5  | 360 | gluten, milk     | عجينة مورقة
FRZ-007 | Falafel, par-fried        | MADE   | semi_finished | each | bag 100 each    | 12.50  | -   | 2.0  | 180 | sesame?          | فلافل
FRZ-008 | Spinach fatayer           | MADE   | semi_finished | each | case 48 each    | 25.90  | -   | 1.1  | 180 | gluten           | فطائر سبانخ
FRZ-009 | Sweet potato fries        | FROZEN | raw           | kg   | case 4 x 2.5 kg | 23.40  | S12 | 0.9  | 540 |                  | بطاطا حلوة مقلية
FRZ-010 | Garden peas               | FROZEN | raw           | kg   | bag 2.5 kg      | 4.30   | S12 | 0.6  | 540 |                  | بازلاء خضراء
FRZ-011 | Mixed berries             | FROZEN | raw           | kg   | bag 2.5 kg      | 12.60  | S12 | 1.2  | 540 |                  | توت مشكل
FRZ-012 | Mango chunks              | FROZEN | raw           | kg   | bag 2.5 kg      | 9.80   | S12 | 0.9  | 540 |                  | قطع مانجو
FRZ-013 | Vanilla ice cream         | FROZEN | finished      | l    | tub 4 l         | 13.80  | S12 | 0.8  | 540 | milk, eggs       | آيس كريم فانيليا
PRD-001 | Vine tomatoes             | VEG    | raw           | kg   | box 6 kg        | 12.60  | S03 | 2.2  | 7   |                  | طماطم
PRD-002 | Cucumbers                 | VEG    | raw           | each | box 12 each     | 7.80   | S03 | 2.0  | 8   |                  | خيار
PRD-003 | Baby spinach              | VEG    | raw           | kg   | bag 500 g       | 3.40   | S03 | 4.0  | 5   |                  | سبانخ صغيرة
PRD-004 | Wild rocket               | VEG    | raw           | kg   | bag 500 g       | 3.90   | S03 | 3.5  | 5   |                  | جرجير
PRD-005 | Little gem lettuce        | VEG    | raw           | each | box 12 each     | 8.10   | S03 | 1.6  | 6   |                  | خس
PRD-006 | Red onions                | VEG    | raw           | kg   | net 5 kg        | 5.20   | S03 | 1.2  | 30  |                  | بصل أحمر
PRD-007 | Garlic                    | VEG    | raw           | kg   | net 1 kg        | 5.60   | S03 | 0.7  | 30  |                  | ثوم
PRD-008 | Carrots                   | VEG    | raw           | kg   | net 10 kg       | 7.10   | S03 | 0.6  | 21  |                  | جزر
PRD-009 | Aubergines                | VEG    | raw           | kg   | box 5 kg        | 10.90  | S03 | 0.9  | 10  |                  | باذنجان
PRD-010 | Courgettes                | VEG    | raw           | kg   | box 5 kg        | 9.30   | S03 | 0.8  | 10  |                  | كوسا
PRD-011 | Red peppers               | VEG    | raw           | kg   | box 5 kg        | 13.70  | S03 | 1.2  | 12  |                  | فلفل أحمر حلو
PRD-012 | Sweet potatoes            | VEG    | raw           | kg   | box 6 kg        | 8.40   | S03 | 0.8  | 30  |                  | بطاطا حلوة
PRD-013 | Maris Piper potatoes      | VEG    | raw           | kg   | sack 25 kg      | 14.50  | S03 | 0.5  | 45  |                  | بطاطس
PRD-014 | Avocados, ready to eat    | FRUIT  | raw           | each | tray 18 each    | 15.30  | S03 | 3.2  | 5   |                  | أفوكادو
PRD-015 | Lemons                    | FRUIT  | raw           | each | box 60 each     | 13.90  | S03 | 0.7  | 21  |                  | ليمون
PRD-016 | Limes                     | FRUIT  | raw           | each | box 54 each     | 14.20  | S03 | 0.4  | 21  |                  | ليمون أخضر
PRD-017 | Bananas                   | FRUIT  | raw           | kg   | box 18 kg       | 19.80  | S03 | 0.6  | 7   |                  | موز
PRD-018 | Pink Lady apples          | FRUIT  | raw           | each | tray 60 each    | 17.60  | S03 | 0.5  | 30  |                  | تفاح
PRD-019 | Navel oranges             | FRUIT  | raw           | kg   | box 15 kg       | 18.90  | S03 | 1.1  | 21  |                  | برتقال
PRD-020 | Blueberries               | FRUIT  | raw           | kg   | case 12 x 125 g | 14.40  | S03 | 1.0  | 7   |                  | توت أزرق
PRD-021 | Strawberries              | FRUIT  | raw           | kg   | case 10 x 400 g | 19.50  | S03 | 0.9  | 4   |                  | فراولة
PRD-022 | Flat-leaf parsley         | HERB   | raw           | each | box 12 each     | 8.90   | S03 | 1.5  | 6   |                  | بقدونس
PRD-023 | Fresh mint                | HERB   | raw           | each | box 12 each     | 8.90   | S03 | 1.4  | 6   |                  | نعناع
PRD-024 | Basil                     | HERB   | raw           | each | box 6 each      | 6.30   | S03 | 1.0  | 5   |                  | ريحان
BKY-001 | Sourdough loaf            | BREAD  | finished      | each | tray 12 each    | 19.20  | -   | 4.5  | 3   | gluten           | خبز العجين المخمر
BKY-002 | Seeded batard             | BREAD  | finished      | each | tray 12 each    | 20.40  | -   | 2.0  | 3   | gluten, sesame   | خبز بالبذور
BKY-003 | Focaccia slab             | BREAD  | finished      | each | tray 4 each     | 11.60  | -   | 3.0  | 2   | gluten           | فوكاتشيا
BKY-004 | Ciabatta roll             | BREAD  | finished      | each | crate 40 each   | 15.20  | -   | 3.2  | 2   | gluten           | خبز تشاباتا
BKY-005 | Brioche bun               | BREAD  | finished      | each | crate 48 each   | 18.20  | -   | 2.2  | 4   | gluten, milk, eggs | خبز بريوش
BKY-006 | Pitta bread               | BREAD  | finished      | each | crate 60 each   | 12.00  | -   | 2.4  | 4   | gluten           | خبز عربي
BKY-007 | Bagel, plain              | BREAD  | finished      | each | crate 48 each   | 17.30  | -   | 1.6  | 3   | gluten           | بيغل
BKY-008 | Carrot cake               | CAKE   | finished      | each | box 14 each     | 21.70  | -   | 1.5  | 6   | gluten, eggs, milk, nuts | كعكة الجزر
BKY-009 | Chocolate brownie         | CAKE   | finished      | each | box 20 each     | 19.00  | -   | 1.9  | 8   | gluten, eggs, milk, soybeans | براونيز
BKY-010 | Basbousa                  | CAKE   | finished      | each | box 24 each     | 16.80  | -   | 1.3  | 8   | gluten, milk, nuts | بسبوسة
BKY-011 | Baklava, assorted         | CAKE   | finished      | each | box 48 each     | 33.60  | -   | 0.8  | 30  | gluten, milk, nuts | بقلاوة مشكلة
BKY-012 | Banana bread              | CAKE   | finished      | each | box 12 each     | 14.90  | -   | 1.7  | 6   | gluten, eggs, milk | خبز الموز
BKY-013 | Blueberry muffin          | CAKE   | finished      | each | box 24 each     | 22.10  | -   | 1.8  | 4   | gluten, eggs, milk | مافن التوت الأزرق
BKY-014 | Ma'amoul, date            | CAKE   | finished      | each | box 40 each     | 24.40  | -   | 0.9  | 30  | gluten, milk     | معمول بالتمر
BEV-001 | House espresso beans      | COFFEE | raw           | kg   | case 6 x 1 kg   | 81.00  | S08 | 2.0  | 180 |                  | حبوب إسبريسو
BEV-002 | Decaffeinated beans       | COFFEE | raw           | kg   | bag 1 kg        | 15.90  | S08 | 1.5  | 180 |                  | قهوة منزوعة الكافيين
BEV-003 | Filter coffee, ground     | COFFEE | raw           | kg   | bag 1 kg        | 13.20  | S08 | 1.6  | 120 |                  | قهوة مقطرة
BEV-004 | Arabic coffee, cardamom   | COFFEE | raw           | kg   | bag 500 g       | 9.60   | S08 | 0.8  | 180 |                  | قهوة عربية بالهيل
BEV-005 | Breakfast tea bags        | COFFEE | raw           | each | box 600 each    | 16.80  | S08 | 0.5  | 720 |                  | شاي الإفطار
BEV-006 | Mint tea bags             | COFFEE | raw           | each | box 100 each    | 7.90   | S08 | 0.6  | 720 |                  | شاي بالنعناع
BEV-007 | Drinking chocolate        | COFFEE | raw           | kg   | tub 2 kg        | 14.60  | S08 | 0.6  | 540 | milk?            | شوكولاتة ساخنة
BEV-008 | Vanilla syrup             | COFFEE | raw           | l    | bottle 1 l      | 7.10   | S08 | 1.2  | 540 |                  | شراب الفانيليا
BEV-009 | Still water 500 ml        | DRINK  | finished      | each | case 24 each    | 6.70   | S09 | 3.0  | 540 |                  | مياه معدنية
BEV-010 | Sparkling water 500 ml    | DRINK  | finished      | each | case 24 each    | 7.40   | S09 | 1.8  | 540 |                  | مياه غازية
BEV-011 | Orange juice, fresh       | DRINK  | raw           | l    | case 6 x 1 l    | 14.90  | S09 | 2.0  | 12  |                  | عصير برتقال
BEV-012 | Cloudy lemonade           | DRINK  | finished      | each | case 12 each    | 11.30  | S09 | 1.7  | 270 |                  | ليمونادة
BEV-013 | Cola 330 ml               | DRINK  | finished      | each | case 24 each    | 12.90  | S09 | 1.6  | 270 |                  | كولا
BEV-014 | Ginger kombucha           | DRINK  | finished      | each | case 12 each    | 17.20  | S09 | 0.8  | 120 |                  | كومبوتشا بالزنجبيل
PKG-001 | Hot cup 8 oz              | PACK   | packaging     | each | sleeve 50 each  | 4.10   | S10 | 6.0  | 0   |                  | كوب ساخن صغير
PKG-002 | Hot cup 12 oz             | PACK   | packaging     | each | sleeve 50 each  | 4.90   | S10 | 7.0  | 0   |                  | كوب ساخن كبير
PKG-003 | Cup lid                   | PACK   | packaging     | each | sleeve 100 each | 4.60   | S10 | 6.0  | 0   |                  | غطاء كوب
PKG-004 | Cup carrier               | PACK   | packaging     | each | pack 180 each   | 21.00  | S10 | 0.3  | 0   |                  | حامل أكواب
PKG-005 | Salad bowl with lid       | PACK   | packaging     | each | case 300 each   | 46.50  | S10 | 0.6  | 0   |                  | وعاء سلطة
PKG-006 | Soup pot 16 oz            | PACK   | packaging     | each | sleeve 25 each  | 4.30   | S10 | 3.0  | 0   |                  | علبة شوربة
PKG-007 | Sandwich wedge            | PACK   | packaging     | each | pack 125 each   | 13.80  | S10 | 1.6  | 0   |                  | علبة شطيرة
PKG-008 | Greaseproof bag           | PACK   | packaging     | each | box 1000 each   | 18.90  | S10 | 0.8  | 0   |                  | كيس مقاوم للدهون
PKG-009 | Paper carrier bag         | PACK   | packaging     | each | pack 250 each   | 24.60  | S10 | 0.7  | 0   |                  | كيس ورقي
PKG-010 | Cake box 10 in            | PACK   | packaging     | each | pack 50 each    | 16.20  | S10 | 0.3  | 0   |                  | علبة كعك
PKG-011 | Wooden fork               | PACK   | packaging     | each | pack 100 each   | 2.60   | S10 | 3.5  | 0   |                  | شوكة خشبية
PKG-012 | Napkins, two-ply          | PACK   | packaging     | each | case 2000 each  | 19.40  | S10 | 0.6  | 0   |                  | مناديل
PKG-013 | Till roll 80 mm           | PACK   | consumable    | each | box 20 each     | 17.50  | S10 | 0.2  | 0   |                  | ورق إيصالات
CLN-001 | Washing-up liquid         | CLEAN  | consumable    | l    | can 5 l         | 6.90   | S11 | 0.5  | 0   |                  | سائل جلي
CLN-002 | Surface sanitiser         | CLEAN  | consumable    | l    | can 5 l         | 9.40   | S11 | 0.6  | 0   |                  | معقم أسطح
CLN-003 | Dishwasher detergent      | CLEAN  | consumable    | l    | can 10 l        | 22.80  | S11 | 0.4  | 0   |                  | منظف غسالة الصحون
CLN-004 | Blue roll                 | CLEAN  | consumable    | each | pack 6 each     | 10.20  | S11 | 1.2  | 0   |                  | لفائف ورق زرقاء
CLN-005 | Nitrile gloves, medium    | CLEAN  | consumable    | each | box 100 each    | 5.40   | S11 | 1.8  | 0   |                  | قفازات نتريل
CLN-006 | Bin liners, heavy duty    | CLEAN  | consumable    | each | box 200 each    | 17.90  | S11 | 0.5  | 0   |                  | أكياس قمامة
CLN-007 | Hand soap                 | CLEAN  | consumable    | l    | can 5 l         | 8.80   | S11 | 0.3  | 0   |                  | صابون يدين
CLN-008 | Oven cleaner              | CLEAN  | consumable    | l    | case 6 x 750 ml | 19.60  | S11 | 0.2  | 0   |                  | منظف أفران
`;

/**
 * Items that track lots, with their shelf life in days: dairy, fish and frozen kitchen products that last
 * longer than the sixty simulated days, so that nothing expires during the simulation. If `tracksLots` is
 * set, the supplier's lot code is used; otherwise a code is generated.
 */
export const trackedItems: ReadonlyMap<string, { tracksLots: boolean; lifeDays: number }> = new Map([
  ['CHL-003', { tracksLots: false, lifeDays: 240 }],
  ['CHL-010', { tracksLots: true, lifeDays: 90 }],
  ['CHL-011', { tracksLots: true, lifeDays: 90 }],
  ['CHL-012', { tracksLots: true, lifeDays: 120 }],
  ['CHL-020', { tracksLots: true, lifeDays: 720 }],
  ['FRZ-004', { tracksLots: false, lifeDays: 120 }],
  ['FRZ-007', { tracksLots: false, lifeDays: 180 }],
  ['FRZ-008', { tracksLots: false, lifeDays: 180 }],
]);

/**
 * Checks on receipt: accepted temperature range in degrees Celsius, typical measurement, and whether a photo
 * is required.
 */
export interface ReceiptCheckRule {
  min: number | null;
  max: number;
  typical: number;
  photo: boolean;
}

/** Chilled cooked meat and fish, and ice cream. */
export const receiptCheckRules: ReadonlyMap<string, ReceiptCheckRule> = new Map([
  ['CHL-015', { min: 0, max: 5, typical: 3, photo: false }],
  ['CHL-019', { min: 0, max: 4, typical: 2, photo: true }],
  ['FRZ-013', { min: null, max: -15, typical: -19, photo: false }],
]);
