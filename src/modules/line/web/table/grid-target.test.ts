// @vitest-environment happy-dom
import { beforeAll, afterAll, expect, it } from 'vitest'
import { targetOf } from './grid-target.ts'

// Nothing has a place without a layout; what is hidden says so itself.
beforeAll(() =>
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.closest('[hidden]') ? null : this.parentElement
    },
  }),
)
afterAll(() => Reflect.deleteProperty(HTMLElement.prototype, 'offsetParent'))

/** A row of the table: its name, then its cells: `1` a price, `-` none offered, `l` a line, `h` a hidden price; `|` parts groups. */
function rowOf(name: string, groups: string): string {
  const cell = (kind: string, at: string) => {
    if (kind === '-' || kind === 'l') return '<span role="gridcell">–</span>'
    return `<span role="gridcell" ${kind === 'h' ? 'hidden' : ''}><button data-outcome id="${name}${at}"></button></span>`
  }
  const cells = groups
    .split('|')
    .map((group, g) => `<span role="presentation">${[...group].map((kind, c) => cell(kind, `${g}${c}`)).join('')}</span>`)
  return `<div role="row"><span role="gridcell"><a data-nav id="${name}"></a><a data-nav data-favorite></a></span>
    <span role="presentation">${cells.join('')}</span><span role="gridcell"><a data-nav id="${name}+"></a></span></div>`
}
const headOf = (name: string) => `<div role="row"><span role="gridcell"><a data-nav id="${name}"></a></span></div>`

const grid = document.createElement('div')
grid.innerHTML = [
  '<div role="row"><h2>Soon</h2></div>',
  headOf('league'),
  rowOf('a', '111|l11|h'),
  rowOf('b', '1-1|l--|h'),
  headOf('cup'),
  rowOf('c', '---|l--|h'),
  rowOf('d', '11|l11|h'),
].join('')
document.body.append(grid)
const go = (from: string, key: string, rtl = false) => targetOf(key, grid, document.getElementById(from)!, rtl)?.id ?? null

it.each([
  ['a00', 'ArrowDown', 'b00'],
  ['a02', 'ArrowDown', 'b02'],
  ['a01', 'ArrowDown', 'b02'],
  ['a12', 'ArrowDown', 'b02'],
  ['b00', 'ArrowDown', 'd00'],
  ['b02', 'ArrowDown', 'd01'],
  ['d12', 'ArrowUp', 'b02'],
  ['d00', 'ArrowUp', 'b02'],
  ['b02', 'ArrowUp', 'a02'],
  ['a00', 'ArrowUp', null],
  ['d11', 'ArrowDown', null],
])('from the price %s %s leads to the same column of the next row with prices: %s', (from, key, to) => expect(go(from, key)).toBe(to))

it.each([
  ['league', 'ArrowDown', 'a'],
  ['a', 'ArrowDown', 'b'],
  ['a+', 'ArrowDown', 'b+'],
  ['b', 'ArrowDown', 'cup'],
  ['b+', 'ArrowDown', 'cup'],
  ['cup', 'ArrowDown', 'c'],
  ['d+', 'ArrowUp', 'c+'],
  ['league', 'ArrowUp', null],
])('from the link %s %s leads to a link: %s', (from, key, to) => expect(go(from, key)).toBe(to))

it('goes along a row by all of its stops, in the direction of the page', () => {
  expect([go('a', 'ArrowRight'), go('a02', 'ArrowRight'), go('a12', 'ArrowRight')]).toEqual(['a00', 'a11', 'a+'])
  expect([go('a00', 'ArrowLeft'), go('a00', 'ArrowLeft', true), go('a', 'ArrowLeft')]).toEqual(['a', 'a01', null])
  expect([go('a11', 'Home'), go('a11', 'End')]).toEqual(['a', 'a+'])
})
