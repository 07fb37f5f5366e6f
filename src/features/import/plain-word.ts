import { foldText } from '#domain/text.ts';

/** Words without case, accents, spaces and signs: `Category ID`, `category_id` and `categoryID` are one. */
export const plainWord = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');
