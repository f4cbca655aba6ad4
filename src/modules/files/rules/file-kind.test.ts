import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileName } from './file-kind.ts'

test('a name keeps its letters and loses its way, its steering signs and its ending', () => {
  expect(fileName('..\\..\\etc/чек 5.php', 'image/png')).toBe('чек 5.png')
  expect(fileName('a"\r\nSet-Cookie: x.html', 'application/pdf')).toBe('aSet-Cookie x.pdf')
  expect(fileName('...', 'image/jpeg')).toBe('file.jpg')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const name = fileName(given, 'image/webp')
      expect(name.endsWith('.webp')).toBe(true)
      expect(name).not.toMatch(/[^\p{L}\p{N} ._()-]|^[ .]|\.\.webp$/u)
      expect([...name].length).toBeLessThanOrEqual(66)
    }),
  )
})
