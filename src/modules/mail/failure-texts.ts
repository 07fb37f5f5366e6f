/** Messages by error code, for failures without a reason from the mail server. */
const english = {
  'no-connection': 'No response from this server and port.',
  'no-host': 'No server with this name was found.',
  'too-slow': 'The server didn’t respond in time.',
  'no-tls': 'The connection couldn’t be encrypted.',
  'no-trust': 'The server’s certificate isn’t trusted, has expired or was issued for a different name.',
  'not-signed-in': 'The user name or password is wrong.',
  'no-mail-server': 'This isn’t a mail server.',
  'not-allowed': 'Email can’t be sent to this address.',
  'no-network': 'The server has no network connection.',
  'connection-lost': 'The connection was lost.',
};

const arabic: Readonly<Record<keyof typeof english, string>> = {
  'no-connection': 'لا استجابة من هذا الخادم والمنفذ.',
  'no-host': 'لا يوجد خادم بهذا الاسم.',
  'too-slow': 'لم يستجب الخادم في الوقت المناسب.',
  'no-tls': 'تعذّر تشفير الاتصال.',
  'no-trust': 'شهادة الخادم غير موثوقة أو منتهية أو باسم آخر.',
  'not-signed-in': 'اسم المستخدم أو كلمة المرور غير صحيحة.',
  'no-mail-server': 'هذا ليس خادم بريد.',
  'not-allowed': 'لا يمكن إرسال البريد إلى هذا العنوان.',
  'no-network': 'لا اتصال للخادم بالشبكة.',
  'connection-lost': 'انقطع الاتصال.',
};

/**
 * Returns the messages in the reader's language, by code; undefined for codes for which the mail server's own
 * message is shown.
 */
export const getMailFailureMessages = (language: string): Readonly<Record<string, string | undefined>> =>
  language === 'ar' ? arabic : english;
