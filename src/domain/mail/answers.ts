/** Texts for failures that the mail server didn't explain, by error code. */
const english = {
  'no-connection': 'Nothing answers at this server and port.',
  'no-host': 'There is no server of this name.',
  'too-slow': 'The server did not answer in time.',
  'no-tls': 'The connection could not be encrypted.',
  'no-trust': 'The certificate of the server is not trusted, has run out, or is of another name.',
  'not-signed-in': 'User name or password are wrong.',
  'no-mail-server': 'What answers there is no mail server.',
  'not-allowed': 'Mail is not sent to this address.',
  'no-network': 'There is no network here.',
  'connection-lost': 'The connection was lost.',
};

const arabic: Readonly<Record<keyof typeof english, string>> = {
  'no-connection': 'لا شيء يجيب على هذا الخادم والمنفذ.',
  'no-host': 'لا يوجد خادم بهذا الاسم.',
  'too-slow': 'لم يجب الخادم في الوقت المناسب.',
  'no-tls': 'تعذر تشفير الاتصال.',
  'no-trust': 'شهادة الخادم غير موثوقة أو منتهية أو باسم آخر.',
  'not-signed-in': 'اسم المستخدم أو كلمة المرور غير صحيحة.',
  'no-mail-server': 'ما يجيب هناك ليس خادم بريد.',
  'not-allowed': 'لا يُرسل البريد إلى هذا العنوان.',
  'no-network': 'لا توجد شبكة هنا.',
  'connection-lost': 'انقطع الاتصال.',
};

/**
 * Returns the texts in the reader's language, by code; undefined for codes where the mail server's own
 * message is shown.
 */
export const mailServerAnswers = (language: string): Readonly<Record<string, string | undefined>> =>
  language === 'ar' ? arabic : english;
