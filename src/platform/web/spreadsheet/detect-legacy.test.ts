import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import type { Encoding } from './encodings.ts';

/** Encodes a string in a single-byte encoding by trying every byte. */
function encode(text: string, encoding: Encoding): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from(text, (character) => {
    const byte = bytes.get(character);
    if (byte === undefined) throw new Error(`${encoding} has no ${character}`);
    return byte;
  });
}

const polish =
  'Kod;Nazwa;Jednostka;Cena\nM1;Mąka żytnia;kg;3,49\nS1;Śmietana 30%;l;12,90\nC1;Żurek z jajkiem i kiełbasą;szt;18,00\n';
const czech =
  'Kód;Název;Jednotka\n1;Žampiony čerstvé;kg\n2;Šťáva jablečná;l\n3;Mléko plnotučné;l\n4;Řepa červená;kg\n';
const russian = 'Код;Наименование;Ед;Цена\n1;Мука пшеничная;кг;45,50\n2;Сметана 20%;кг;180,00\n';
const western = 'Artikel;Menge\nKäse lose;3\nWürstchen;2\nGemüsebrühe;1\nCrème brûlée;4\nJalapeño groß;1\n';
const greek = 'Κωδικός;Όνομα;Τιμή\n1;Αλεύρι;2\n2;Φέτα βαρέλι;9\n3;Ελαιόλαδο;12\n';
const turkish = 'Kod;Ürün;Birim\n1;Peynir yağlı;kg\n2;Kırmızı mercimek;kg\n3;Şeker;kg\n4;Çiğ köfte;adet\n';
const hebrew = 'קוד;שם;מחיר\n1;קמח לבן;5\n2;חומוס;7\n3;טחינה גולמית;12\n';
const arabic = 'الرمز;الاسم;السعر\n1;طحين أبيض;5\n2;حمص;7\n3;زيت الزيتون;12\n';
const lithuanian = 'Kodas;Pavadinimas\n1;Šviežias sūris\n2;Žąsų kepenėlės\n3;Grietinė riebi\n';
const vietnamese = 'Ma;Tên\n1;Cơm đêm\n2;Nươc mưa\n3;Dưa lươi\n';
const thai = 'รหัส;ชื่อ;ราคา\n1;ข้าวหอมมะลิ;45\n2;น้ำปลา;30\n3;กะทิ;25\n';

test.each<[Encoding, string]>([
  ['windows-1250', polish],
  ['iso-8859-2', polish],
  ['windows-1250', czech],
  ['iso-8859-2', czech],
  ['windows-1251', russian],
  ['iso-8859-5', russian],
  ['windows-1252', western],
  ['windows-1253', greek],
  ['iso-8859-7', greek],
  ['windows-1254', turkish],
  ['iso-8859-9', turkish],
  ['windows-1255', hebrew],
  ['iso-8859-8', hebrew],
  ['windows-1256', arabic],
  ['windows-1257', lithuanian],
  ['windows-1258', vietnamese],
  ['windows-874', thai],
])('a short list in %s is decoded correctly: %#', async (encoding, text) => {
  // Encodings may use the same bytes for these letters, so the decoded text is compared.
  expect((await decodeText(encode(text, encoding))).text).toBe(text);
});

const parseHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each<[Encoding, string, string]>([
  [
    'shift_jis',
    '8352815b83683b956996bc3b925089bf0a313b8fac949e95b23b3235300a323b8fdd96fb20945a8cfb3b3438300a333b93a495853b3132300a',
    'コード;品名;単価\n1;小麦粉;250\n2;醤油 濃口;480\n3;豆腐;120\n',
  ],
  [
    'gbk',
    'b1e0c2eb3bc3fbb3c63bb5a5bcdb0a313bc3e6b7db3b32350a323bbdb4d3cd3b34380a333bb6b9b8af3b31320a',
    '编码;名称;单价\n1;面粉;25\n2;酱油;48\n3;豆腐;12\n',
  ],
])('a short list in %s is detected and decoded correctly', async (encoding, hex, text) => {
  expect(await decodeText(parseHex(hex))).toEqual({ encoding, text });
});
