// @vitest-environment happy-dom
/** Where the keyboard is after what it pressed has gone. */
import { afterEach, expect, test } from 'vitest'
import { keepFocusAmong } from './kept-focus.ts'

const scrolled = new Set<string>()
const keepFocus = keepFocusAmong({
  cards: 'li[data-bet], section[data-press]',
  nameOf: ({ dataset }) => dataset['bet'],
  hasGone: (name) => !scrolled.has(name),
})

const card = (id: number) => `<li data-bet="${id}"><button>take ${id}</button></li>`
let stop: (() => void) | undefined

function list(...ids: number[]): HTMLElement {
  document.body.innerHTML = `<a href="#top">top</a><main><h1>offers</h1><ul>${ids.map(card).join('')}</ul></main>`
  const place = document.querySelector('main')!
  stop = keepFocus(place)
  document.dispatchEvent(new Event('keydown'))
  return place
}

const cardOf = (id: number) => document.querySelector<HTMLElement>(`li[data-bet="${id}"]`)!
const buttonOf = (id: number) => cardOf(id).querySelector('button')!
const turn = () => new Promise((done) => setTimeout(done, 5))

async function gone(element: Element): Promise<void> {
  element.remove()
  await turn()
}

afterEach(() => stop?.())

test('the card of a button that has gone, then the next card, then the one before, then the heading', async () => {
  const place = list(1, 2, 3)
  buttonOf(2).focus()
  await gone(buttonOf(2))
  expect(document.activeElement).toBe(cardOf(2))
  await gone(cardOf(2))
  expect(document.activeElement).toBe(cardOf(3))
  await gone(cardOf(3))
  expect(document.activeElement).toBe(cardOf(1))
  await gone(cardOf(1))
  expect(document.activeElement).toBe(place.querySelector('h1'))
})

test('a bet that stands again among the decided ones is not followed there', async () => {
  const place = list(1, 2, 3)
  cardOf(2).tabIndex = -1
  cardOf(2).focus()
  place.insertAdjacentHTML('beforeend', `<ul>${card(2)}</ul>`)
  await gone(cardOf(2))
  expect(document.activeElement).toBe(cardOf(3))
})

test('what is left of the sale comes before its card', async () => {
  list(1, 2)
  cardOf(2).insertAdjacentHTML('beforeend', '<section data-press="idle" data-bet="2"><button>take</button></section>')
  const sale = cardOf(2).querySelector('section')!
  sale.querySelector('button')!.focus()
  await gone(sale.querySelector('button')!)
  expect(document.activeElement).toBe(sale)
  await gone(sale)
  expect(document.activeElement).toBe(cardOf(2))
})

test('a whole list that is drawn anew without the bet keeps the place in the order', async () => {
  const place = list(1, 2, 3)
  buttonOf(2).focus()
  place.querySelector('ul')!.innerHTML = card(1) + card(3)
  await turn()
  expect(document.activeElement).toBe(cardOf(3))
})

test('a focus that was elsewhere, or was left, and a mouse are let be', async () => {
  list(1, 2)
  const top = document.querySelector('a')!
  buttonOf(1).focus()
  top.focus()
  await gone(cardOf(1))
  expect(document.activeElement).toBe(top)
  buttonOf(2).focus()
  document.dispatchEvent(new Event('pointerdown'))
  await gone(cardOf(2))
  expect(document.activeElement).toBe(document.body)
})

test('nothing is taken from a page that was left for no other element', async () => {
  list(1, 2)
  buttonOf(1).focus()
  buttonOf(1).blur()
  await turn()
  await gone(cardOf(1))
  expect(document.activeElement).toBe(document.body)
})

test('a card that is only scrolled away takes the focus nowhere', async () => {
  list(1, 2, 3)
  buttonOf(2).focus()
  scrolled.add('2')
  await gone(cardOf(2))
  scrolled.clear()
  expect(document.activeElement).toBe(document.body)
})
