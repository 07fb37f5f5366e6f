import { createFileRoute } from '@tanstack/react-router';
import { FoodCostPage } from '#src/features/food-cost/food-cost-page.tsx';
import { foodCostSearch } from '#src/features/food-cost/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/costing_/food-cost')({
  staticData: { page: '/costing/food-cost', title: 'foodCost' },
  validateSearch: searchReader(foodCostSearch),
  component: FoodCostPage,
});
