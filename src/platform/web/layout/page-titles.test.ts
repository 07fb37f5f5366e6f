import { expect, it } from 'vitest';
import { pageMessages } from './page-messages.ts';

/** Menu labels as specified, and proper names with capital letters. */
const pageTitles = new Set(
  [
    'Branch Order, Branch, Create Order, Order Submission, Order History & Tracking, Inventory Control',
    'Receiving Order, Stock Count, Wastage, Central Kitchen, Dashboard, Branch Orders & History, Pick List',
    'Order Processing & Prep, Reports & Analytics, Order Patterns, Missing Item Analysis, Wastage Reports',
    'Branch Settings, Create Item, Branch Category, Item Category, Procurement Category, items-creation',
  ].flatMap((line) => line.split(', ')),
);

it('every other title is in sentence case', () => {
  const others = Object.values(pageMessages.en).filter((title) => !pageTitles.has(title));
  expect(others.length).toBeGreaterThan(20);
  expect(others.filter((title) => !/^[A-Z][^A-Z]*$/.test(title))).toEqual([]);
});
