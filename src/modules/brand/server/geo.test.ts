import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadBrands } from './index.ts'
import { openGeo } from './geo.ts'

/** A database of MaxMind's format with one country for each /8: the search tree, then the records, then the metadata. */
function database(countries: Record<number, string>): Buffer {
  const firsts = Object.keys(countries).map(Number)
  const records = firsts.map((first) => map({ country: map({ iso_code: text(countries[first]!) }) }))
  const offsets = records.map((_, index) => records.slice(0, index).reduce((sum, record) => sum + record.length, 0))
  const nodes: [number | null, number | null][] = [[null, null]]
  const leaves: { node: number; side: 0 | 1; record: number }[] = []
  firsts.forEach((first, record) => {
    let at = 0
    for (let bit = 7; bit >= 0; bit -= 1) {
      const side = ((first >> bit) & 1) as 0 | 1
      if (bit === 0) leaves.push({ node: at, side, record })
      else at = nodes[at]![side] ??= nodes.push([null, null]) - 1
    }
  })
  const tree = Buffer.alloc(nodes.length * 8)
  nodes.forEach((node, index) => node.forEach((to, side) => tree.writeUInt32BE(to ?? nodes.length, index * 8 + side * 4)))
  for (const { node, side, record } of leaves) tree.writeUInt32BE(nodes.length + 16 + offsets[record]!, node * 8 + side * 4)
  const metadata = map({
    node_count: uint(nodes.length),
    record_size: uint(32),
    ip_version: uint(4),
    database_type: text('Test-Country'),
    binary_format_major_version: uint(2),
    binary_format_minor_version: uint(0),
    build_epoch: uint(1),
  })
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
  return Buffer.concat([tree, Buffer.alloc(16), ...records, marker, metadata])
}

const text = (value: string) => Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)])
const uint = (value: number) => Buffer.from([(6 << 5) | 4, value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const map = (fields: Record<string, Buffer>) =>
  Buffer.concat([
    Buffer.from([(7 << 5) | Object.keys(fields).length]),
    ...Object.entries(fields).flatMap(([key, value]) => [text(key), value]),
  ])

const folder = mkdtempSync(join(tmpdir(), 'polosa-geo-'))
const file = join(folder, 'countries.mmdb')
writeFileSync(file, database({ 11: 'DE', 12: 'US' }))

describe('the country of a visit', () => {
  const brands = loadBrands('brands', 'development', openGeo(file))
  const visit = (ip: string, headers = {}) => brands.visitOf({ host: 'localhost', url: '/ru', query: {}, cookies: {}, headers, ip })

  test('comes from the file', () => {
    expect(visit('11.2.3.4')).toMatchObject({ country: 'DE' })
    expect(visit('11.2.3.4').config.responsible.autoLogoff).toBe(true)
    expect(visit('12.0.0.1').country).toBe('US')
  })

  test('is the default of the brand for an address that the file does not know', () => {
    for (const ip of ['10.0.0.1', '::1', 'nonsense']) expect(visit(ip).country).toBe('KZ')
  })

  test('does not follow a header that anybody may send', () => {
    expect(visit('10.0.0.1', { 'x-forwarded-for': '12.0.0.1' }).country).toBe('KZ')
  })

  test('gives way to what /dev/brand says', () => {
    brands.override('dev-id', { country: 'GB' })
    const cookies = { polosa_dev: 'dev-id' }
    expect(brands.visitOf({ host: 'localhost', url: '/ru', query: {}, cookies, ip: '12.0.0.1' }).country).toBe('GB')
  })
})

test('a missing or wrong file stops the start with one sentence', () => {
  expect(() => openGeo(join(folder, 'none.mmdb'))).toThrow('GEOIP_DB: no file at')
  const broken = join(folder, 'broken.mmdb')
  writeFileSync(broken, 'not a database')
  expect(() => openGeo(broken)).toThrow('is not a MaxMind database')
  expect(openGeo(null).countryOf('12.0.0.1')).toBeNull()
  expect(openGeo(null).placeOf('12.0.0.1')).toBeNull()
  expect(openGeo(file).placeOf('12.0.0.1')).toEqual({ country: 'US', point: null })
})
