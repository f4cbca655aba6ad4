import { expect, test } from 'vitest'
import { drawSilks, silksFile } from './silks.ts'

const colours = { body: '#B3202A', sleeves: '#ffffff', cap: '#1b1b1f' }

test('every pattern has a picture of its own under a name that says it', () => {
  const names = ['plain', 'hoops', 'stripes', 'halves', 'cross', 'stars'].map((pattern) => silksFile({ ...colours, pattern }))
  expect(names[1]).toBe('b3202a-ffffff-1b1b1f-hoops.svg')
  const pictures = names.map(drawSilks)
  expect(new Set(pictures).size).toBe(names.length)
  for (const picture of pictures) expect(picture).toMatch(/^<svg [^>]*>.*#b3202a.*<\/svg>$/)
})

test('what is not a colour or a pattern is not drawn', () => {
  expect(silksFile({ ...colours, body: 'red', pattern: 'plain' })).toBe('')
  expect(silksFile({ ...colours, pattern: 'dragons' })).toBe('')
  for (const name of ['', 'a.svg', 'b3202a-ffffff-1b1b1f-dragons.svg', 'b3202a-ffffff-"><script>-hoops.svg', '../../etc/passwd'])
    expect(drawSilks(name), name).toBeNull()
})
