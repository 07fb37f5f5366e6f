import { createFileRoute } from '@tanstack/react-router';
import { FoodCostPage } from '#modules/food-cost/web/food-cost-page.tsx';
import { foodCostSearch } from '#modules/food-cost/web/search.ts';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/costing_/food-cost')({
  staticData: { page: '/costing/food-cost', title: 'foodCost' },
  validateSearch: searchReader(foodCostSearch),
  component: FoodCostPage,
});
