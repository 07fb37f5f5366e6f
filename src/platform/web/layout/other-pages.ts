import type { LinkProps } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  Boxes,
  ChartColumn,
  ChefHat,
  ClipboardCheck,
  FileText,
  FolderTree,
  History,
  LayoutDashboard,
  LifeBuoy,
  ListTodo,
  type LucideIcon,
  Mail,
  PackageCheck,
  Percent,
  ReceiptText,
  Scale,
  ShoppingCart,
  SlidersHorizontal,
  Stethoscope,
  Store,
  Tag,
  Thermometer,
  Wrench,
} from 'lucide-react';
import type { PageName } from './page-messages.ts';

type RoutePath = Extract<LinkProps['to'], `/${string}`>;

interface OtherPage {
  label: PageName;
  icon: LucideIcon;
  to: RoutePath;
  /** The menu page that this page is a tab of. */
  menuPage: RoutePath;
}

/**
 * Pages without an entry in SPEC's menu. Each is a tab of a menu page, shares its breadcrumb, and can be
 * found in the command palette.
 */
export const otherPages: readonly OtherPage[] = [
  { label: 'classicDashboard', icon: LayoutDashboard, to: '/dashboard-original', menuPage: '/dashboard' },
  { label: 'fallbackDashboard', icon: LifeBuoy, to: '/dashboard-fallback', menuPage: '/dashboard' },
  { label: 'quickFix', icon: Wrench, to: '/dashboard-quick-fix', menuPage: '/dashboard' },
  { label: 'selfTest', icon: Stethoscope, to: '/dashboard-test', menuPage: '/dashboard' },
  { label: 'branchHome', icon: Store, to: '/branch-order/branch', menuPage: '/branch-order/create-order' },
  {
    label: 'branchKitchen',
    icon: ChefHat,
    to: '/branch-order/central-kitchen',
    menuPage: '/branch-order/create-order',
  },
  {
    label: 'inventoryControl',
    icon: Boxes,
    to: '/branch-order/inventory-control',
    menuPage: '/branch-order/receiving-order',
  },
  {
    label: 'transfers',
    icon: ArrowLeftRight,
    to: '/branch-order/inventory-control/transfers',
    menuPage: '/branch-order/receiving-order',
  },
  { label: 'transfers', icon: ArrowLeftRight, to: '/inventory/transfers', menuPage: '/inventory' },
  { label: 'lots', icon: Tag, to: '/inventory/lots', menuPage: '/inventory' },
  {
    label: 'lots',
    icon: Tag,
    to: '/branch-order/inventory-control/lots',
    menuPage: '/branch-order/receiving-order',
  },
  {
    label: 'purchaseOrders',
    icon: ShoppingCart,
    to: '/branch-order/inventory-control/purchases',
    menuPage: '/branch-order/receiving-order',
  },
  {
    label: 'receipts',
    icon: PackageCheck,
    to: '/branch-order/inventory-control/receipts',
    menuPage: '/branch-order/receiving-order',
  },
  { label: 'receipts', icon: PackageCheck, to: '/inventory/receipts', menuPage: '/inventory' },
  { label: 'purchaseOrders', icon: ShoppingCart, to: '/inventory/purchases', menuPage: '/inventory' },
  { label: 'foodSafety', icon: Thermometer, to: '/inventory/food-safety', menuPage: '/inventory' },
  {
    label: 'foodSafety',
    icon: Thermometer,
    to: '/branch-order/inventory-control/food-safety',
    menuPage: '/branch-order/receiving-order',
  },
  { label: 'prepList', icon: ListTodo, to: '/production/prep', menuPage: '/production' },
  {
    label: 'prepList',
    icon: ListTodo,
    to: '/branch-order/inventory-control/prep',
    menuPage: '/branch-order/receiving-order',
  },
  {
    label: 'discrepancies',
    icon: Scale,
    to: '/branch-order/inventory-control/discrepancies',
    menuPage: '/branch-order/receiving-order',
  },
  {
    label: 'fairShare',
    icon: Scale,
    to: '/central-kitchen/fair-share',
    menuPage: '/central-kitchen/pick-list',
  },
  {
    label: 'branchReports',
    icon: ChartColumn,
    to: '/branch-order/reports',
    menuPage: '/reports/order-patterns',
  },
  {
    label: 'branchOrderSettings',
    icon: SlidersHorizontal,
    to: '/branch-order/settings',
    menuPage: '/branch-settings/create-item',
  },
  { label: 'branchOrders', icon: History, to: '/branch-orders', menuPage: '/operations' },
  { label: 'recipes', icon: ChefHat, to: '/menu', menuPage: '/costing' },
  { label: 'sales', icon: ReceiptText, to: '/menu/sales', menuPage: '/costing' },
  { label: 'scheduledEmails', icon: Mail, to: '/reports/scheduled', menuPage: '/reports' },
  {
    label: 'scheduledEmails',
    icon: Mail,
    to: '/branch-order/reports/scheduled',
    menuPage: '/reports/order-patterns',
  },
  { label: 'foodCost', icon: Percent, to: '/costing/food-cost', menuPage: '/costing' },
  {
    label: 'subCategories',
    icon: FolderTree,
    to: '/sub-categories',
    menuPage: '/procurements/creation/items-creation',
  },
  {
    label: 'subCategoryItems',
    icon: FolderTree,
    to: '/sub-category-items',
    menuPage: '/procurements/creation/items-creation',
  },
  {
    label: 'packaging',
    icon: Boxes,
    to: '/procurements/creation/packaging',
    menuPage: '/procurements/creation/items-creation',
  },
  {
    label: 'review',
    icon: ClipboardCheck,
    to: '/procurements/creation/review',
    menuPage: '/procurements/creation/items-creation',
  },
  {
    label: 'purchaseOrders',
    icon: ShoppingCart,
    to: '/procurements/creation/review/orders',
    menuPage: '/procurements/creation/items-creation',
  },
  {
    label: 'receipts',
    icon: PackageCheck,
    to: '/procurements/creation/review/receipts',
    menuPage: '/procurements/creation/items-creation',
  },
  {
    label: 'invoices',
    icon: FileText,
    to: '/procurements/creation/review/invoices',
    menuPage: '/procurements/creation/items-creation',
  },
];
