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
  Wrench,
} from 'lucide-react';
import type { PageName } from './page-messages.ts';

type RoutePath = Extract<LinkProps['to'], `/${string}`>;

interface OtherPage {
  label: PageName;
  icon: LucideIcon;
  to: RoutePath;
  /** The menu page whose tab it is. */
  near: RoutePath;
}

/**
 * Pages without an entry in SPEC's menu: reached from the screens they belong to (`near`, which is also where the
 * breadcrumb puts them) and from the command palette.
 */
export const otherPages: readonly OtherPage[] = [
  { label: 'classicDashboard', icon: LayoutDashboard, to: '/dashboard-original', near: '/dashboard' },
  { label: 'fallbackDashboard', icon: LifeBuoy, to: '/dashboard-fallback', near: '/dashboard' },
  { label: 'quickFix', icon: Wrench, to: '/dashboard-quick-fix', near: '/dashboard' },
  { label: 'selfTest', icon: Stethoscope, to: '/dashboard-test', near: '/dashboard' },
  { label: 'branchHome', icon: Store, to: '/branch-order/branch', near: '/branch-order/create-order' },
  {
    label: 'branchKitchen',
    icon: ChefHat,
    to: '/branch-order/central-kitchen',
    near: '/branch-order/create-order',
  },
  {
    label: 'inventoryControl',
    icon: Boxes,
    to: '/branch-order/inventory-control',
    near: '/branch-order/receiving-order',
  },
  {
    label: 'transfers',
    icon: ArrowLeftRight,
    to: '/branch-order/inventory-control/transfers',
    near: '/branch-order/receiving-order',
  },
  { label: 'transfers', icon: ArrowLeftRight, to: '/inventory/transfers', near: '/inventory' },
  { label: 'lots', icon: Tag, to: '/inventory/lots', near: '/inventory' },
  {
    label: 'lots',
    icon: Tag,
    to: '/branch-order/inventory-control/lots',
    near: '/branch-order/receiving-order',
  },
  {
    label: 'purchases',
    icon: ShoppingCart,
    to: '/branch-order/inventory-control/purchases',
    near: '/branch-order/receiving-order',
  },
  {
    label: 'receipts',
    icon: PackageCheck,
    to: '/branch-order/inventory-control/receipts',
    near: '/branch-order/receiving-order',
  },
  { label: 'receipts', icon: PackageCheck, to: '/inventory/receipts', near: '/inventory' },
  { label: 'purchases', icon: ShoppingCart, to: '/inventory/purchases', near: '/inventory' },
  {
    label: 'discrepancies',
    icon: Scale,
    to: '/branch-order/inventory-control/discrepancies',
    near: '/branch-order/receiving-order',
  },
  { label: 'fairShare', icon: Scale, to: '/central-kitchen/fair-share', near: '/central-kitchen/pick-list' },
  { label: 'branchReports', icon: ChartColumn, to: '/branch-order/reports', near: '/reports/order-patterns' },
  {
    label: 'branchOrderSettings',
    icon: SlidersHorizontal,
    to: '/branch-order/settings',
    near: '/branch-settings/create-item',
  },
  { label: 'branchOrders', icon: History, to: '/branch-orders', near: '/operations' },
  { label: 'recipes', icon: ChefHat, to: '/menu', near: '/costing' },
  { label: 'sales', icon: ReceiptText, to: '/menu/sales', near: '/costing' },
  { label: 'scheduledMails', icon: Mail, to: '/reports/scheduled', near: '/reports' },
  {
    label: 'scheduledMails',
    icon: Mail,
    to: '/branch-order/reports/scheduled',
    near: '/reports/order-patterns',
  },
  { label: 'foodCost', icon: Percent, to: '/costing/food-cost', near: '/costing' },
  {
    label: 'subCategories',
    icon: FolderTree,
    to: '/sub-categories',
    near: '/procurements/creation/items-creation',
  },
  {
    label: 'subCategoryItems',
    icon: FolderTree,
    to: '/sub-category-items',
    near: '/procurements/creation/items-creation',
  },
  {
    label: 'packaging',
    icon: Boxes,
    to: '/procurements/creation/packaging',
    near: '/procurements/creation/items-creation',
  },
  {
    label: 'review',
    icon: ClipboardCheck,
    to: '/procurements/creation/review',
    near: '/procurements/creation/items-creation',
  },
  {
    label: 'purchases',
    icon: ShoppingCart,
    to: '/procurements/creation/review/orders',
    near: '/procurements/creation/items-creation',
  },
  {
    label: 'receipts',
    icon: PackageCheck,
    to: '/procurements/creation/review/receipts',
    near: '/procurements/creation/items-creation',
  },
  {
    label: 'invoices',
    icon: FileText,
    to: '/procurements/creation/review/invoices',
    near: '/procurements/creation/items-creation',
  },
];
