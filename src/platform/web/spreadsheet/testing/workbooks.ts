import { crc32, deflateRawSync } from 'node:zlib';

export interface Part {
  name: string;
  content: string | Uint8Array;
  /** Declared size, instead of the real one. */
  size?: number;
  /** Name of the part whose content it shares. */
  sameAs?: string;
}

/** Creates a ZIP archive, byte by byte. */
export function createZip(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const offsets = new Map<string, number>();
  const packedByName = new Map<string, Buffer>();
  for (const { name, content, size, sameAs } of parts) {
    const raw = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
    const packed = packedByName.get(sameAs ?? '') ?? deflateRawSync(raw);
    packedByName.set(name, packed);
    const checksum = sameAs === undefined ? crc32(raw) : 0;
    const declaredSize = size ?? raw.length;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(checksum, 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(declaredSize, 22);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(checksum, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(declaredSize, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offsets.get(sameAs ?? '') ?? offset, 42);
    directory.push(entry, Buffer.from(name));
    if (sameAs !== undefined) continue;
    offsets.set(name, offset);
    local.push(header, Buffer.from(name), packed);
    offset += 30 + name.length + packed.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Uint8Array.from(Buffer.concat([...local, directoryBytes, end]));
}

const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Creates a workbook with one sheet of these rows, as XML. */
export function buildWorkbook(rows: string, extraParts: Part[] = []): Part[] {
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${rels}"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${rels}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${rels}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    },
    ...extraParts,
  ];
}
