/** Files that mean harm, made anew for every run: none of them is kept in the tree. */
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

export interface HostileFile {
  name: string
  bytes: Buffer
  /** What the house does with it; harmless: taken, but only its picture is left. */
  expected: 'refused' | 'harmless'
}

/** Stands in everything that must not come through. */
export const CANARY = 'canary-5f2c'

const SCRIPT = `<script>alert('${CANARY}')</script>`
const PHP = `<?php system('${CANARY}'); ?>`
const text = (content: string) => Buffer.from(content, 'latin1')
const be32 = (n: number) => {
  const out = Buffer.alloc(4)
  out.writeUInt32BE(n >>> 0)
  return out
}

const CRC_TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
function crc(bytes: Buffer): number {
  let c = 0xffffffff
  for (const byte of bytes) c = CRC_TABLE[(c ^ byte) & 0xff]! ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(name), data])
  return Buffer.concat([be32(data.length), body, be32(crc(body))])
}

const PNG_MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
function pngHead(width: number, height: number, { bits = 8, colour = 2, interlaced = 0 } = {}): Buffer {
  return chunk('IHDR', Buffer.concat([be32(width), be32(height), Buffer.from([bits, colour, 0, 0, interlaced])]))
}
/** A PNG whose packed rows are given; by default far fewer than its head promises. */
function png(
  width: number,
  height: number,
  options: Parameters<typeof pngHead>[2] & { rows?: Buffer; extra?: Buffer[]; after?: Buffer } = {},
) {
  const data = deflateSync(options.rows ?? Buffer.alloc(64))
  return Buffer.concat([
    PNG_MARK,
    pngHead(width, height, options),
    ...(options.extra ?? []),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
    options.after ?? Buffer.alloc(0),
  ])
}

/** A true picture of 8 × 8 in a PNG made here, with whatever chunks stand before it and bytes after it. */
const small = (extra: Buffer[] = [], after: Buffer = Buffer.alloc(0)) => png(8, 8, { rows: Buffer.alloc(8 * (1 + 8 * 3)), extra, after })

const packedBomb = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 9 })

function jpegWith(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, marker]), length, data, jpeg.subarray(2)])
}

/** The size that a JPEG's head promises, changed. */
function jpegSized(jpeg: Buffer, width: number, height: number): Buffer {
  const out = Buffer.from(jpeg)
  for (let at = 2; at < out.length - 9;) {
    const marker = out[at + 1]!
    if (marker >= 0xc0 && marker <= 0xc2) {
      out.writeUInt16BE(height, at + 5)
      out.writeUInt16BE(width, at + 7)
      return out
    }
    at += 2 + out.readUInt16BE(at + 2)
  }
  throw new Error('no frame')
}

function zip(name: string, content: Buffer): Buffer {
  const local = Buffer.concat([
    text('PK\u0003\u0004'),
    Buffer.alloc(14),
    Buffer.from([content.length & 255, content.length >> 8, 0, 0, content.length & 255, content.length >> 8, 0, 0, name.length, 0, 0, 0]),
    text(name),
    content,
  ])
  return Buffer.concat([local, text('PK\u0005\u0006'), Buffer.alloc(18)])
}

function pdf(objects: string, end = '\n%%EOF\n', head = '%PDF-1.7\n'): Buffer {
  return text(
    `${head}1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n${objects}\ntrailer\n<< /Root 1 0 R >>${end}`,
  )
}

const packedObjects = (content: Buffer, more = '') =>
  `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${more}/Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream\nendobj`

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</svg>`

/** The files with what is expected of each. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const drawn = sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 40, g: 90, b: 160 } } })
  const jpeg = await drawn.clone().jpeg().toBuffer()
  const webp = await drawn.clone().webp().toBuffer()
  const gps = await drawn
    .clone()
    .jpeg()
    .withExif({
      IFD0: { Copyright: CANARY, ImageDescription: SCRIPT },
      IFD3: { GPSLatitude: '55/1 45/1 0/1', GPSLongitude: '37/1 37/1 0/1' },
    })
    .toBuffer()
  const moving = await sharp(Buffer.concat([Buffer.alloc(16 * 16 * 3, 7), Buffer.alloc(16 * 16 * 3, 200)]), {
    raw: { width: 16, height: 32, channels: 3, pageHeight: 16 },
  })
    .gif()
    .toBuffer()
  const movingWebp = await sharp(moving, { animated: true }).webp().toBuffer()
  return [...pictures(jpeg, webp, gps, movingWebp), ...pngs(), ...otherKinds(jpeg, moving), ...documents()]
}

function pictures(jpeg: Buffer, webp: Buffer, gps: Buffer, movingWebp: Buffer): HostileFile[] {
  const harmless = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, expected: 'harmless' })
  const refused = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, expected: 'refused' })
  const damaged = Buffer.from(jpeg)
  damaged.fill(0xff, Math.floor(jpeg.length * 0.4), Math.floor(jpeg.length * 0.8))
  return [
    harmless('jpeg with its place in EXIF', gps),
    harmless('jpeg with a script in a comment', jpegWith(jpeg, 0xfe, text(SCRIPT))),
    harmless('jpeg with PHP in a comment', jpegWith(jpeg, 0xfe, text(PHP))),
    harmless(
      'jpeg with XMP that names a page',
      jpegWith(jpeg, 0xe1, text(`http://ns.adobe.com/xap/1.0/\u0000<x:xmpmeta><a href="http://${CANARY}.test"/></x:xmpmeta>`)),
    ),
    harmless('jpeg that is a zip as well', Buffer.concat([jpeg, zip(`${CANARY}.txt`, text(SCRIPT))])),
    harmless('jpeg that is a page as well', Buffer.concat([jpeg, text(`<html>${SCRIPT}</html>`)])),
    harmless('jpeg with a program at its end', Buffer.concat([jpeg, text(`#!/bin/sh\necho ${CANARY}\n`)])),
    harmless('jpeg with a PDF at its end', Buffer.concat([jpeg, pdf(`3 0 obj << /S /JavaScript /JS (${CANARY}) >> endobj`)])),
    harmless(
      'jpeg with a colour profile of garbage',
      jpegWith(jpeg, 0xe2, Buffer.concat([text('ICC_PROFILE\u0000\u0001\u0001'), Buffer.alloc(60_000, 0x41), text(CANARY)])),
    ),
    refused('jpeg of 65500 × 65500', jpegSized(jpeg, 65_500, 65_500)),
    refused('jpeg of 20000 × 100', jpegSized(jpeg, 20_000, 100)),
    refused('jpeg without height', jpegSized(jpeg, 64, 0)),
    refused('jpeg of half its bytes', jpeg.subarray(0, Math.floor(jpeg.length / 2))),
    refused('jpeg of its first bytes', jpeg.subarray(0, 20)),
    refused('first bytes of a jpeg before a page', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text(`<html>${SCRIPT}</html>`)])),
    refused('jpeg that is damaged', damaged),
    harmless('webp with a page at its end', Buffer.concat([webp, text(SCRIPT)])),
    refused('webp of half its bytes', webp.subarray(0, Math.floor(webp.length / 2))),
    refused('head of a webp before a script', Buffer.concat([text('RIFF'), be32(0xffffffff), text(`WEBPVP8 ${SCRIPT}`)])),
    refused('webp that moves', movingWebp),
  ]
}

function pngs(): HostileFile[] {
  const harmless = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, expected: 'harmless' })
  const refused = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, expected: 'refused' })
  const whole = small()
  const wrongSum = Buffer.from(whole)
  wrongSum[30] = wrongSum[30]! ^ 0xff
  const longChunk = Buffer.from(whole)
  longChunk.writeUInt32BE(0x7fffffff, 33)
  return [
    harmless('png with a bomb in its colour profile', small([chunk('iCCP', Buffer.concat([text('p\u0000\u0000'), packedBomb(200)]))])),
    harmless('png with a bomb in a packed text', small([chunk('zTXt', Buffer.concat([text('Comment\u0000\u0000'), packedBomb(200)]))])),
    harmless(
      'png with a bomb in an international text',
      small([chunk('iTXt', Buffer.concat([text('a\u0000\u0001\u0000\u0000\u0000'), packedBomb(100)]))]),
    ),
    harmless('png with a script in a text', small([chunk('tEXt', text(`Comment\u0000${SCRIPT}`))])),
    harmless('png with EXIF', small([chunk('eXIf', text(`MM\u0000*${CANARY}`))])),
    harmless('png that is a zip as well', small([], zip(`${CANARY}.js`, text(SCRIPT)))),
    harmless('png that is a page as well', small([], text(`<html>${SCRIPT}`))),
    harmless('png with a thousand texts', small(Array.from({ length: 1000 }, (_, n) => chunk('tEXt', text(`k${n}\u0000${CANARY}`))))),
    harmless('png with a second head after its end', small([], Buffer.concat([PNG_MARK, pngHead(60_000, 60_000)]))),
    refused('png of 30000 × 30000', png(30_000, 30_000)),
    refused('png of 2147483647 × 1', png(2_147_483_647, 1)),
    refused('png of 15000 × 15000 grey in few bytes', png(15_000, 15_000, { colour: 0, rows: Buffer.alloc(15_001 * 200) })),
    refused(
      'png of 7000 × 7000 that needs all of it at once',
      png(7000, 7000, { colour: 0, interlaced: 1, rows: Buffer.alloc(7001 * 100) }),
    ),
    refused('png of 6900 × 6900 whose rows are missing', png(6900, 6900, { colour: 0 })),
    refused('png without height', png(8, 0)),
    refused('png with a wrong sum in its head', wrongSum),
    refused('png with a chunk longer than itself', longChunk),
    refused('png without an end', whole.subarray(0, whole.length - 12)),
    refused('png without a head', Buffer.concat([PNG_MARK, chunk('IDAT', deflateSync(Buffer.alloc(64)))])),
    refused(
      'png whose rows are no packed data',
      Buffer.concat([PNG_MARK, pngHead(8, 8), chunk('IDAT', text(SCRIPT)), chunk('IEND', Buffer.alloc(0))]),
    ),
  ]
}

function otherKinds(jpeg: Buffer, moving: Buffer): HostileFile[] {
  const refused = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, expected: 'refused' })
  return [
    refused('svg with a script', text(svg(SCRIPT))),
    refused(
      'svg that reads a file',
      text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`),
    ),
    refused(
      'svg of a billion laughs',
      text(`<!DOCTYPE s [<!ENTITY a "${CANARY}"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg('<text>&b;</text>')}`),
    ),
    refused('svg that calls another site', text(svg(`<image xlink:href="http://${CANARY}.test/x.png"/>`))),
    refused('packed svg', gzipSync(svg(SCRIPT))),
    refused('page', text(`<!doctype html>${SCRIPT}`)),
    refused('gif', moving),
    refused('gif that is a script as well', text(`GIF89a/*${CANARY}*/=1;alert(1)`)),
    refused('tiff', Buffer.concat([text('II*\u0000'), Buffer.alloc(64)])),
    refused(
      'bmp of 2147483647 pixels a side',
      Buffer.concat([text('BM'), Buffer.alloc(16), Buffer.from([0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(40)]),
    ),
    refused('heic', Buffer.concat([be32(24), text('ftypheic'), Buffer.alloc(40)])),
    refused('zip', zip('a.txt', text(CANARY))),
    refused('gzip bomb', gzipSync(Buffer.alloc(50 * 1024 * 1024), { level: 9 })),
    refused('program', Buffer.concat([text('MZ'), Buffer.alloc(200)])),
    refused('postscript', text('%!PS-Adobe-3.0\n(/etc/passwd) (r) file')),
    refused('image magick script', text(`push graphic-context\nfill 'url(https://${CANARY}.test/|ls)'\npop graphic-context`)),
    refused('test virus', text(['X5O!P%@AP[4', 'PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('\\'))),
    refused(
      'test virus in a jpeg',
      jpegWith(jpeg, 0xfe, text(['X5O!P%@AP[4', 'PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('\\'))),
    ),
    refused('nothing', Buffer.alloc(0)),
    refused('zeros', Buffer.alloc(100_000)),
    refused('more bytes than allowed', Buffer.concat([jpeg, Buffer.alloc(16 * 1024 * 1024)])),
  ]
}

function documents(): HostileFile[] {
  const refused = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, expected: 'refused' })
  const script = `3 0 obj\n<< /S /JavaScript /JS (app.alert\\('${CANARY}'\\)) >>\nendobj`
  return [
    refused('pdf with a script', pdf(script)),
    refused('pdf with a script whose name is written in codes', pdf('3 0 obj\n<< /S /J#61va#53cript /#4aS (1) >>\nendobj')),
    refused('pdf with a script in packed objects', pdf(packedObjects(deflateSync(text(script))))),
    refused('pdf with packed objects behind a comment', pdf(`% stream\n${packedObjects(deflateSync(text(script)))}`)),
    refused('pdf with a bomb in packed objects', pdf(packedObjects(packedBomb(100)))),
    refused('pdf whose packed objects are masked', pdf(packedObjects(deflateSync(text(script)), '/DecodeParms << /Predictor 12 >> '))),
    refused('pdf that starts a program', pdf('3 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj')),
    refused('pdf with another file inside', pdf('3 0 obj\n<< /Type /EmbeddedFile >>\nendobj')),
    refused('pdf with a form of scripts', pdf('3 0 obj\n<< /AcroForm << /XFA [ 4 0 R ] >> >>\nendobj')),
    refused('pdf with a password', pdf('3 0 obj\n<< /Encrypt 5 0 R >>\nendobj')),
    refused('pdf that is a zip as well', Buffer.concat([pdf(''), zip('a.txt', text(CANARY)), text('\n%%EOF\n')])),
    refused('pdf that is a page as well', pdf('', '\n%%EOF\n', `<html>${SCRIPT}</html>\n%PDF-1.7\n`)),
    refused('pdf without an end', pdf('', '')),
    refused('pdf with a page after its end', pdf('', `\n%%EOF\n${SCRIPT}`)),
    refused(
      'pdf of a thousand pages',
      pdf(Array.from({ length: 1000 }, (_, n) => `${n + 10} 0 obj\n<< /Type /Page >>\nendobj`).join('\n')),
    ),
  ]
}
