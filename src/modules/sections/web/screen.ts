import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const sectionsScreen = defineScreen('sections', { page: { to: '/sections' } });
