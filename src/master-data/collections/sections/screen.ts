import { defineScreen } from '../../collection-screen.ts';

export const sectionsScreen = defineScreen('sections', { page: { to: '/sections' } });
