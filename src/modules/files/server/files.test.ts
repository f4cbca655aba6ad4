import sharp from 'sharp'
import { crc32, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { isProblem } from '#platform/shared/problem.ts'
import { CANARY, hostileFiles } from '../../../../test/support/hostile-files.ts'
import { takeFile, type TakenFile } from './intake.ts'

const files = await hostileFiles()
const clean = () => 'clean' as const
const take = (bytes: Buffer, pdf = true) => takeFile(bytes, { purpose: 'identity', pdf }, clean)

const MB = 1024 * 1024
/** A decoder that followed what these files promise would need gigabytes. */
const MOST_MORE_MEMORY = 300 * MB

it('hostile files are refused, or only their picture is left, in bounded memory', async () => {
  expect(files.length).toBeGreaterThanOrEqual(60)
  const before = process.memoryUsage().rss
  let most = 0
  const outcomes: Record<string, string> = {}
  for (const { name, bytes } of files) {
    // As an attachment of a question: most of them are pictures too small for a paper, and would be refused as that.
    const taken = await takeFile(bytes, { purpose: 'support', pdf: true }, clean)
    outcomes[name] = isProblem(taken) ? 'refused' : await whatIsLeft(taken)
    most = Math.max(most, process.memoryUsage().rss - before)
  }
  expect(outcomes).toEqual(Object.fromEntries(files.map(({ name, expected }) => [name, expected])))
  expect(most).toBeLessThan(MOST_MORE_MEMORY)
}, 30_000)

/** "harmless" when the file is a picture and nothing beside it. */
async function whatIsLeft({ type, bytes }: TakenFile): Promise<string> {
  const head = await sharp(bytes).metadata()
  const beside = [head.exif, head.icc, head.xmp, head.iptc, head.comments].some((part) => part !== undefined)
  const marks = [CANARY, 'script', 'PK\u0003\u0004', 'GPS', '%PDF'].filter((mark) => bytes.includes(Buffer.from(mark, 'latin1')))
  return beside || marks.length > 0 || `image/${head.format}` !== type ? `left: ${marks.join()} ${head.format}` : 'harmless'
}

it('a photo as phones make it comes through upright, small enough and without its place', async () => {
  const photo = await sharp({ create: { width: 4032, height: 3024, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: CANARY } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const taken = (await take(photo)) as TakenFile
  const { width, height, exif } = await sharp(taken.bytes).metadata()
  expect([width, height, exif]).toEqual([2250, 3000, undefined])
})

it.each([
  [8000, 8000],
  [40_000, 40_000],
])('a picture of %i × %i is too large, not broken: its header says so before anything is decoded', async (width, height) => {
  const small = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const head = Buffer.alloc(8)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // The sizes and the sum of the first chunk (IHDR).
  head.copy(small, 16)
  small.writeUInt32BE(crc32(small.subarray(12, 29)), 29)
  expect(await take(small)).toMatchObject({ code: 'files.pixels' })
})

it('a picture on which no paper could be read is no paper', async () => {
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
  expect(await take(await drawn(20, 15))).toMatchObject({ code: 'files.small', params: { longer: 400, shorter: 250 } })
  expect(isProblem(await take(await drawn(250, 400)))).toBe(false)
  expect(isProblem(await takeFile(await drawn(20, 15), { purpose: 'support', pdf: true }, clean))).toBe(false)
})

it('a plain PDF is kept as it came where the brand takes it', async () => {
  const pdf = Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] >>\nendobj\n3 0 obj\n<< /Type /Page >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  )
  expect(await take(pdf)).toEqual({ type: 'application/pdf', bytes: pdf })
  expect(await take(pdf, false)).toMatchObject({ code: 'files.pdf_off' })
})

it('a PDF that would be dear to look through is refused by counting, written plainly or packed', async () => {
  const pdf = (objects: string) => Buffer.from(`%PDF-1.4\n${objects}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')
  const packed = (inside: string) =>
    `9 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n${deflateSync(inside).toString('latin1')}\nendstream\nendobj`
  const codes = (n: number) => `/${'#41'.repeat(n)}`
  const broken = { code: 'files.pdf_broken' }
  expect(await take(pdf(codes(5_001)))).toMatchObject(broken)
  expect(await take(pdf(packed(codes(5_001))))).toMatchObject(broken)
  // Also in many parts that are small alone.
  expect(await take(pdf([1, 2, 3].map(() => packed(codes(2_000))).join('\n')))).toMatchObject(broken)
  expect(await take(pdf(packed(' '.repeat(5 * MB))))).toMatchObject(broken)
  for (const honest of [codes(5_000), packed(codes(5_000)), packed(' '.repeat(3 * MB))])
    expect(await take(pdf(honest))).toMatchObject({ type: 'application/pdf' })
})

it('nothing is taken while the scanner cannot answer, nor what it finds', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const options = { purpose: 'support', pdf: true } as const
  expect(await takeFile(picture, options, () => Promise.reject(new Error('down')))).toMatchObject({
    code: 'files.not_scanned',
    status: 503,
  })
  expect(await takeFile(picture, options, () => 'infected')).toMatchObject({ code: 'files.infected' })
})
