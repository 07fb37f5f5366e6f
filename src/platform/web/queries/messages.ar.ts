import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { queuedActionMessages } from './messages.ts';

export const arabic: TranslationOf<typeof queuedActionMessages> = {
  createOrder: (day) => `طلب جديد ليوم ${day}`,
  editOrder: (orderNo) => `تعديلات على ${orderNo}`,
  moveOrder: (orderNo, move) => `${orderNo}: ${move}`,
  moves: {
    Draft: 'إعادة إلى مسودة',
    'Under Review': 'نقل إلى المراجعة',
    'Sent to Central Kitchen': 'نقل إلى قائمة المطبخ المركزي',
    'Under Process': 'نقل إلى التجهيز',
    Shipped: 'شحن',
    Received: 'استلام',
    Rejected: 'رفض',
    Cancelled: 'إلغاء',
  },
  deleteOrder: (orderNo) => `حذف ${orderNo}`,
  newOrder: 'طلب جديد',
  failed: {
    create: 'تعذّر إنشاء الطلب',
    update: 'تعذّر تعديل الطلب',
    delete: 'تعذّر حذف الطلب',
    photo: 'تعذّر إرسال الصورة.',
  },
  attachPhoto: (number) => `صورة: ${number}`,
};
