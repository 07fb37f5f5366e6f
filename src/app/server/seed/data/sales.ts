/** The name of the branches' till. */
export const tillName = 'Harbour tills';

/**
 * Menu items of the tills. Columns: code | name | mapping: the key of a recipe, the code of an item, `gift`
 * for non-food, or empty if unmapped | price with tax (GBP), empty for the recipe's | the item whose usage
 * determines the quantity sold, with this menu item's share of that usage in percent; a number alone is the
 * quantity that an average branch sells in a day | `lunch` if it sells more on weekdays, `brunch` if it sells
 * more at weekends | number of days before the last simulated day on which it went on sale, empty if it was
 * always on sale.
 */
export const tillItemTable = `
101 | Flat white            | D14     |       | BEV-001 68 |        |
102 | Oat latte             | D15     |       | BEV-001 30 |        |
103 | Mango lassi           | D18     |       | FRZ-012 95 |        |
104 | Filter coffee         | D22     |       | BEV-003 96 |        |
105 | Breakfast tea         | D23     |       | BEV-005 97 |        |
106 | Mint tea              | D24     |       | BEV-006 96 |        |
107 | Hot chocolate         | D25     |       | BEV-007 96 |        |
108 | Decaf flat white      | D26     |       | BEV-002 96 |        |
109 | Orange juice          | D31     |       | BEV-011 97 | brunch |
110 | Hummus & warm pitta   | D01     |       | CHL-022 62 | lunch  |
111 | Falafel wrap          | D02     |       | FRZ-007 88 | lunch  |
112 | Halloumi avo toast    | D03     |       | PRD-014 94 | brunch |
113 | Shawarma bowl         | D04     |       | CHL-015 95 | lunch  |
114 | Lentil soup           | D05     |       | CHL-025 96 | lunch  |
115 | Tomato soup           | D06     |       | CHL-026 96 | lunch  |
116 | Greek salad           | D07     |       | CHL-011 90 | lunch  |
117 | Salmon bagel          | D08     |       | CHL-019 95 | brunch |
118 | Penne pesto           | D09     |       | DRY-009 95 |        |
119 | Shakshuka             | D10     |       | CHL-007 58 | brunch |
120 | Lamb kofta plate      | D11     |       | CHL-018 95 |        |
121 | Porridge              | D12     |       | DRY-005 60 | brunch |
122 | Mezze for two         | D13     |       | CHL-022 30 |        |
123 | Pastrami batard       | D19     |       | CHL-017 95 | lunch  |
124 | Turkey toastie        | D20     |       | CHL-016 95 | lunch  |
125 | Mozzarella focaccia   | D21     |       | CHL-013 95 | lunch  |
126 | Sweet potato fries    | D27     |       | FRZ-009 95 |        |
127 | Berry yoghurt bowl    | D28     |       | FRZ-011 94 | brunch |
128 | Labneh plate          | D29     |       | CHL-009 95 | brunch |
129 | Ice cream             | D30     |       | FRZ-013 94 |        |
130 | Brownie               | D16     |       | BKY-009 97 |        |
131 | Carrot cake slice     | D17     |       | BKY-008 97 |        |
132 | Croissant             | FRZ-001 | 1.90  | FRZ-001 97 | brunch |
133 | Pain au chocolat      | FRZ-002 | 2.00  | FRZ-002 97 | brunch |
134 | Almond croissant      | FRZ-003 | 2.50  | FRZ-003 97 | brunch |
135 | Blueberry muffin      | BKY-013 | 2.20  | BKY-013 97 |        |
136 | Basbousa              | BKY-010 | 1.90  | BKY-010 97 |        |
137 | Baklava piece         | BKY-011 | 1.70  | BKY-011 97 |        |
138 | Ma'amoul              | BKY-014 | 1.40  | BKY-014 97 |        |
139 | Banana bread          | BKY-012 | 2.50  | BKY-012 97 |        |
140 | Za'atar manakish      | FRZ-004 | 2.30  | FRZ-004 97 | lunch  |
141 | Spinach fatayer       | FRZ-008 | 1.80  | FRZ-008 97 | lunch  |
150 | Sourdough loaf        | BKY-001 | 3.40  | BKY-001 55 |        |
151 | Seeded batard         | BKY-002 | 3.50  | BKY-002 80 |        |
152 | Focaccia              | BKY-003 | 5.70  | BKY-003 50 |        |
160 | Still water           | BEV-009 | 1.20  | BEV-009 98 |        |
161 | Sparkling water       | BEV-010 | 1.30  | BEV-010 98 |        |
162 | Sea salt crisps       | DRY-043 | 1.20  | DRY-043 98 |        |
163 | Cloudy lemonade       | BEV-012 | 2.20  | BEV-012 98 |        |
164 | Cola                  | BEV-013 | 1.70  | BEV-013 98 |        |
165 | Ginger kombucha       | BEV-014 | 2.90  | BEV-014 98 |        |
190 | Gift card 20          | gift    | 20.00 | 0.2        |        |
201 | Iced hibiscus, season |         | 4.20  | 7          |        | 12
202 | Platter, events       |         | 62.00 | 0.1        |        | 30
`;
