/**
 * Recipes of the demo business; every item that the kitchen produces has one.
 * A line that begins with `=` is a recipe: key | name | Arabic name | batch yield | portions | price with tax
 * (GBP) | target food cost, % | produced item | menu category. A dish has a price; the others are
 * sub-recipes.
 * Its ingredients follow, one per line: an item's code or a recipe's key, the net quantity, and trimming and
 * cooking loss in percent. Lines that begin with `>` are the method.
 */
export const recipeTable = `
= HUM | Hummus | حمص بالطحينة | 10 kg | - | - | - | CHL-022 | -
DRY-010 5.6 kg trim 40
DRY-029 2 kg
PRD-015 20 each
PRD-007 150 g trim 12
DRY-026 600 ml
DRY-038 30 g
DRY-014 110 g
> Drain the chickpeas and rinse them; keep a litre of the water.
> Blend with tahini, lemon juice, garlic and salt for six minutes, with ice-cold water until smooth.
> Fill tubs, top with oil, label with the date, chill below 5 °C within ninety minutes.
= MUH | Muhammara | محمرة | 5 kg | - | - | - | CHL-023 | -
PRD-011 3 kg trim 18 cook 25
DRY-020 700 g
DRY-006 300 g
DRY-030 200 ml
DRY-026 400 ml
PRD-007 80 g trim 12
DRY-039 20 g
DRY-014 50 g
> Roast the peppers at 220 °C until black, sweat under a lid, peel.
> Blend coarsely with walnuts, soaked bulgur and molasses.
= PES | Basil pesto | بيستو الريحان | 2 kg | - | - | - | CHL-024 | -
PRD-024 8 each
CHL-014 300 g
DRY-020 250 g
DRY-026 900 ml
PRD-007 60 g trim 12
PRD-015 2 each
DRY-014 20 g
= LEN | Lentil soup | شوربة عدس | 10 l | 25 | - | - | CHL-025 | -
DRY-008 1.8 kg
PRD-008 1.2 kg trim 15
PRD-006 1 kg trim 12
DRY-025 500 ml
DRY-026 300 ml
PRD-007 100 g trim 12
DRY-038 40 g
DRY-014 100 g
> Sweat the vegetables for ten minutes, add cumin, then lentils and eight litres of water.
> Simmer for forty minutes, blend, season. Cool to 5 °C within ninety minutes.
= TOM | Roast tomato soup, batch | شوربة طماطم مشوية، دفعة | 10 l | 25 | - | - | CHL-026 | -
PRD-001 4 kg cook 20
DRY-025 3 l
PRD-006 800 g trim 12
CHL-004 500 ml
DRY-026 250 ml
PRD-007 80 g trim 12
PRD-024 1 each
DRY-014 80 g
= TAB | Tabbouleh, batch | تبولة، دفعة | 4 kg | - | - | - | CHL-027 | -
DRY-006 700 g
PRD-022 10 each
PRD-023 3 each
PRD-001 1.2 kg trim 5
PRD-006 250 g trim 12
PRD-015 8 each
DRY-026 350 ml
DRY-014 40 g
= DGH | Flatbread dough | عجينة الخبز المسطح | 8 kg | - | - | - | - | -
DRY-002 5 kg
DRY-026 250 ml
DRY-015 40 g
DRY-014 100 g
DRY-011 50 g
> Mix with 2.9 l of water at 24 °C for eight minutes; the dough leaves the mixer at 26 °C.
> Prove for an hour, scale at 120 g, roll, bake at 300 °C for three minutes.
= MAR | Harissa marinade | تتبيلة الهريسة | 2 kg | - | - | - | - | -
CHL-008 1.2 kg
DRY-035 300 g
PRD-015 6 each
DRY-026 200 ml
PRD-007 80 g trim 12
DRY-039 30 g
DRY-014 40 g
= DRS | House dressing | صلصة السلطة | 3 l | - | - | - | - | -
DRY-026 2 l
DRY-028 600 ml
DRY-033 200 g
DRY-031 150 g
DRY-014 30 g
= TZA | Mint yoghurt sauce | صلصة الزبادي بالنعناع | 3 kg | - | - | - | - | -
CHL-008 2.4 kg
PRD-002 3 each
PRD-023 2 each
PRD-015 2 each
PRD-007 30 g trim 12
DRY-014 25 g
= BRN | Chocolate brownie, tray | براونيز، صينية | 40 each | - | - | - | BKY-009 | -
DRY-017 1.5 kg
CHL-005 1 kg
DRY-011 1.4 kg
CHL-007 16 each
DRY-003 700 g
DRY-018 200 g
DRY-014 10 g
> Melt chocolate and butter at 45 °C, fold into the whisked eggs and sugar, then the flour.
> Bake at 165 °C for twenty-eight minutes; the middle stays soft. Cut cold, 8 by 5.
= CRC | Carrot cake, whole | كعكة الجزر، كاملة | 14 each | - | - | - | BKY-008 | -
DRY-003 400 g
PRD-008 500 g trim 15
DRY-020 150 g
CHL-007 5 each
DRY-027 350 ml
DRY-012 350 g
DRY-040 10 g
DRY-016 15 g
CHL-021 400 g
DRY-013 200 g
= SRD | Sourdough loaf, bake | خبز العجين المخمر، خبزة | 24 each | - | - | - | BKY-001 | -
DRY-002 12 kg
DRY-004 2 kg
DRY-014 280 g
> Mix with 9.5 l of water and the levain, fold four times in three hours, shape, prove overnight at 4 °C.
> Bake at 250 °C with steam for twelve minutes, then at 220 °C for twenty-five.
= BTD | Seeded batard, bake | باتارد بالبذور، خبزة | 24 each | - | - | - | BKY-002 | -
DRY-002 10 kg
DRY-004 2 kg
DRY-022 900 g
DRY-005 600 g
DRY-014 250 g
DRY-015 60 g
= FOC | Focaccia, bake | فوكاتشا، خبزة | 8 each | - | - | - | BKY-003 | -
DRY-002 6 kg
DRY-026 700 ml
DRY-014 140 g
DRY-015 60 g
= CIA | Ciabatta rolls, bake | خبز تشاباتا، خبزة | 80 each | - | - | - | BKY-004 | -
DRY-002 7 kg
DRY-026 250 ml
DRY-014 140 g
DRY-015 50 g
= BRI | Brioche buns, bake | خبز بريوش، خبزة | 96 each | - | - | - | BKY-005 | -
DRY-002 5.5 kg
CHL-007 40 each
CHL-005 1.6 kg
CHL-001 1 l
DRY-011 600 g
DRY-015 120 g
DRY-014 90 g
= PIT | Pitta, bake | خبز عربي، خبزة | 120 each | - | - | - | BKY-006 | -
DRY-002 8 kg
DRY-026 200 ml
DRY-011 80 g
DRY-015 70 g
DRY-014 150 g
= BGL | Bagels, bake | بيغل، خبزة | 96 each | - | - | - | BKY-007 | -
DRY-002 7.5 kg
DRY-011 250 g
DRY-027 100 ml
DRY-015 60 g
DRY-014 130 g
= BAS | Basbousa, tray | بسبوسة، صينية | 48 each | - | - | - | BKY-010 | -
DRY-003 1.6 kg
DRY-019 600 g
CHL-008 1.5 kg
DRY-011 2 kg
CHL-005 700 g
DRY-021 150 g
DRY-016 30 g
= BKL | Baklava, tray | بقلاوة، صينية | 96 each | - | - | - | BKY-011 | -
FRZ-005 1.5 kg
DRY-021 800 g
DRY-020 900 g
CHL-005 1 kg
DRY-011 1.2 kg
DRY-031 300 g
> Layer the filo with clarified butter, nuts in the middle; cut before baking.
> Bake at 170 °C for fifty minutes, pour the cold syrup over while it is hot.
= BNB | Banana bread, bake | خبز الموز، خبزة | 24 each | - | - | - | BKY-012 | -
PRD-017 2.6 kg trim 35
DRY-003 1.4 kg
DRY-012 900 g
CHL-007 12 each
CHL-005 700 g
DRY-020 250 g
DRY-016 40 g
= MUF | Blueberry muffins, bake | مافن بالتوت الأزرق، خبزة | 48 each | - | - | - | BKY-013 | -
DRY-003 2 kg
PRD-020 1.2 kg
DRY-011 1.2 kg
CHL-007 20 each
CHL-005 600 g
CHL-001 800 ml
DRY-016 60 g
= MAM | Ma'amoul, bake | معمول بالتمر، خبزة | 80 each | - | - | - | BKY-014 | -
DRY-003 2.4 kg
CHL-005 1.2 kg
DRY-023 1.8 kg trim 8
DRY-013 300 g
CHL-001 250 ml
= MNK | Za'atar manakish, bake | مناقيش الزعتر، خبزة | 80 each | - | - | - | FRZ-004 | -
DRY-002 6.4 kg
DRY-037 900 g
DRY-026 1.1 l
DRY-015 60 g
DRY-014 110 g
> Par-bake at 280 °C for two minutes, cool, wrap in batches of forty and freeze within ninety minutes.
= FAL | Falafel, fry | فلافل، قلية | 400 each | - | - | - | FRZ-007 | -
DRY-010 9 kg trim 40
PRD-006 1.2 kg trim 12
PRD-022 8 each
PRD-007 150 g trim 12
DRY-038 90 g
DRY-027 1.5 l
DRY-014 120 g
> Grind coarsely, rest for an hour, shape at 18 g; par-fry at 175 °C, freeze within ninety minutes.
= FAT | Spinach fatayer, bake | فطائر السبانخ، خبزة | 96 each | - | - | - | FRZ-008 | -
DRY-002 3.6 kg
PRD-003 2.2 kg cook 30
PRD-006 900 g trim 12
PRD-015 8 each
DRY-026 400 ml
DRY-015 40 g
DRY-014 90 g
= D01 | Hummus with warm pitta | حمص مع خبز ساخن | 1 each | 1 | 3.80 | 36 | - | Small plates
CHL-022 180 g
BKY-006 2 each
DRY-026 10 ml
DRY-039 1 g
= D02 | Falafel wrap | لفافة الفلافل | 1 each | 1 | 5.00 | 36 | - | Sandwiches
FRZ-007 5 each cook 4
DGH 120 g
CHL-022 60 g
CHL-027 50 g
TZA 40 g
PKG-007 1 each
= D03 | Halloumi and avocado toast | توست الحلوم والأفوكادو | 4 each | 4 | 6.80 | 35 | - | Sandwiches
BKY-001 1 each
CHL-012 360 g
PRD-014 2 each
PRD-004 60 g trim 5
DRS 40 ml
DRY-037 8 g
= D04 | Chicken shawarma bowl | وعاء شاورما الدجاج | 1 each | 1 | 7.70 | 36 | - | Main courses
CHL-015 130 g
MAR 25 g
DRY-001 80 g
CHL-027 80 g
CHL-022 60 g
TZA 40 g
PKG-005 1 each
PKG-011 1 each
= D05 | Lentil soup with ciabatta | شوربة عدس مع تشاباتا | 1 each | 1 | 4.70 | 29 | - | Soups and salads
CHL-025 400 ml
BKY-004 1 each
CHL-006 1 each
PKG-006 1 each
= D06 | Roast tomato soup with pesto | شوربة طماطم مع البيستو | 1 each | 1 | 4.90 | 33 | - | Soups and salads
CHL-026 400 ml
BKY-004 1 each
CHL-024 10 g
PKG-006 1 each
= D07 | Greek salad | سلطة يونانية | 4 each | 4 | 5.80 | 35 | - | Soups and salads
CHL-011 320 g
PRD-001 480 g trim 5
PRD-002 2 each
DRY-036 120 g
PRD-006 80 g trim 12
DRS 100 ml
PKG-005 4 each
= D08 | Smoked salmon bagel | بيغل السلمون المدخن | 4 each | 4 | 6.80 | 33 | - | Sandwiches
BKY-007 4 each
CHL-021 160 g
CHL-019 200 g
PRD-015 1 each
PRD-004 32 g trim 5
= D09 | Penne with pesto | بيني بالبيستو | 1 each | 1 | 5.40 | 32 | - | Main courses
DRY-009 110 g
CHL-024 45 g
CHL-014 10 g
PRD-004 10 g trim 5
= D10 | Shakshuka | شكشوكة | 1 each | 1 | 5.90 | 36 | - | Main courses
CHL-007 2 each
DRY-025 150 ml
PRD-011 80 g trim 18 cook 10
PRD-006 40 g trim 12
DRY-035 8 g
CHL-011 25 g
DGH 120 g
DRY-026 10 ml
= D11 | Lamb kofta plate | طبق كفتة الغنم | 1 each | 1 | 8.50 | 36 | - | Main courses
CHL-018 150 g cook 28
PRD-006 20 g trim 12
DRY-038 2 g
DRY-007 70 g
TZA 50 g
CHL-027 60 g
= D12 | Porridge with blueberries | شوفان بالتوت الأزرق | 1 each | 1 | 2.90 | 35 | - | Breakfast
DRY-005 60 g
CHL-003 250 ml
DRY-031 15 g
PRD-020 30 g
= D13 | Mezze for two | مازة لشخصين | 1 each | 1 | 10.10 | 36 | - | Small plates
CHL-022 150 g
CHL-023 120 g
CHL-027 120 g
FRZ-007 4 each cook 4
BKY-006 3 each
DRY-036 40 g
= D14 | Flat white | فلات وايت | 1 each | 1 | 2.30 | 30 | - | Hot drinks
BEV-001 18 g
CHL-001 160 ml trim 6
PKG-001 1 each
PKG-003 1 each
= D15 | Oat latte | لاتيه الشوفان | 1 each | 1 | 2.90 | 33 | - | Hot drinks
BEV-001 18 g
CHL-003 260 ml trim 6
PKG-002 1 each
PKG-003 1 each
= D16 | Brownie | قطعة براونيز | 1 each | 1 | 3.30 | 36 | - | Sweets
BKY-009 1 each
PKG-008 1 each
= D17 | Slice of carrot cake | قطعة كعكة الجزر | 1 each | 1 | 5.30 | 36 | - | Sweets
BKY-008 1 each
PKG-008 1 each
= D18 | Mango lassi | لاسي المانجو | 4 each | 4 | 3.50 | 31 | - | Cold drinks
CHL-008 480 g
FRZ-012 480 g
CHL-001 240 ml
DRY-031 40 g
PKG-002 4 each
PKG-003 4 each
= D19 | Pastrami batard | شطيرة بسطرمة | 4 each | 4 | 6.00 | 36 | - | Sandwiches
BKY-002 1 each
CHL-017 360 g
DRY-033 40 g
PRD-004 40 g trim 5
= D20 | Turkey and cheddar toastie | توست الديك الرومي والشيدر | 4 each | 4 | 5.40 | 36 | - | Sandwiches
BKY-001 1 each
CHL-016 320 g
CHL-010 200 g
CHL-005 30 g
= D21 | Mozzarella focaccia | فوكاتشا الموزاريلا | 4 each | 4 | 5.90 | 36 | - | Sandwiches
BKY-003 1 each
CHL-013 400 g
PRD-001 400 g trim 5
CHL-024 60 g
= D22 | Filter coffee | قهوة مقطرة | 1 each | 1 | 1.80 | 26 | - | Hot drinks
BEV-003 16 g
CHL-001 20 ml
PKG-001 1 each
PKG-003 1 each
= D23 | Breakfast tea | شاي الإفطار | 1 each | 1 | 1.70 | 21 | - | Hot drinks
BEV-005 1 each
CHL-002 40 ml
PKG-002 1 each
PKG-003 1 each
= D24 | Mint tea | شاي بالنعناع | 1 each | 1 | 1.70 | 22 | - | Hot drinks
BEV-006 1 each
PKG-002 1 each
PKG-003 1 each
= D25 | Hot chocolate | شوكولاتة ساخنة | 1 each | 1 | 2.50 | 29 | - | Hot drinks
BEV-007 25 g
CHL-001 220 ml
PKG-002 1 each
PKG-003 1 each
= D26 | Decaf flat white | فلات وايت منزوع الكافيين | 1 each | 1 | 2.40 | 32 | - | Hot drinks
BEV-002 18 g
CHL-001 160 ml trim 6
PKG-001 1 each
PKG-003 1 each
= D27 | Sweet potato fries | بطاطا حلوة مقلية | 1 each | 1 | 3.20 | 36 | - | Small plates
FRZ-009 180 g
DRY-034 30 ml
PKG-008 1 each
= D28 | Berry and yoghurt bowl | وعاء التوت واللبن | 1 each | 1 | 3.70 | 36 | - | Breakfast
CHL-008 160 g
FRZ-011 70 g
DRY-031 15 g
DRY-005 20 g
= D29 | Labneh with za'atar and pitta | لبنة بالزعتر مع خبز | 1 each | 1 | 4.40 | 35 | - | Small plates
CHL-009 100 g
BKY-006 2 each
DRY-037 2 g
DRY-026 10 ml
= D30 | Vanilla ice cream, two scoops | آيس كريم فانيليا | 1 each | 1 | 2.50 | 29 | - | Sweets
FRZ-013 120 ml
PKG-001 1 each
= D31 | Fresh orange juice | عصير برتقال | 1 each | 1 | 2.60 | 35 | - | Cold drinks
BEV-011 250 ml
PKG-002 1 each
`;

/** Supplier price changes. Columns: item | days before the last simulated day | change in percent. */
export const priceDriftTable = `
DRY-026 | 50 | 8
DRY-029 | 41 | 3.5
CHL-019 | 34 | 7
CHL-005 | 27 | -5
CHL-007 | 21 | 6
CHL-015 | 18 | -3.5
BEV-001 | 16 | 7.5
CHL-012 | 12 | 4.5
DRY-026 | 9  | 4
PRD-014 | 6  | 11
PRD-001 | 4  | 14
`;
