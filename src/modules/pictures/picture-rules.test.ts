import { describe, expect, it } from 'vitest';
import { detectOtherFileKind, detectPictureKind } from './picture-rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('file type detection by content', () => {
  it.each([
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
    ['GIF89a\x01\0', 'gif'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'webp'],
    ['\0\0\0\x1cftypavif\0\0', 'avif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'avif'],
  ])('%j is a picture', (text, kind) => {
    expect(detectPictureKind(bytes(text))).toBe(kind);
  });

  it.each([
    ['%PDF-1.7\n', 'PDF'],
    ['\0\0\0\x18ftypheic', 'HEIC'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1heicmiaf', 'HEIC'],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1heicmoreavif', 'HEIC'],
    ['PK\x03\x04\x14\0', 'ZIP'],
    ['MZ\x90\0', 'program'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'SVG'],
    ['\xef\xbb\xbf\n<?xml version="1.0"?>\n<!-- x --><svg/>', 'SVG'],
    [`<?xml version="1.0"?>${'<!-- -->'.repeat(60)}<svg/>`, 'SVG'],
    // Detection must be fast even with many comments.
    [`<?xml version="1.0"?>${'<!---->'.repeat(140)}<g/>`, null],
    ['  <!DOCTYPE html><title>x</title>', 'HTML'],
    ['<script>alert(1)</script>', 'HTML'],
    ['plain text', null],
    ['', null],
  ])("%j isn't a picture", (text, kind) => {
    expect(detectPictureKind(bytes(text))).toBeNull();
    expect(detectOtherFileKind(bytes(text))).toBe(kind);
  });
});
