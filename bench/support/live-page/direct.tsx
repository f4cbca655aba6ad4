/**
 * The limit: the very same elements and CSS, written without a framework. Changes are collected and written in one
 * animation frame each 250 ms. With `#marks` it also shows where a price moved and takes the mark off after three
 * seconds, as the product does; without, it writes the text alone.
 */
import { FLUSH_MS } from '#platform/web/live-store.ts'
import { DIRECTION_MS } from '#ui/price-direction.ts'
import styles from '#ui/PriceCell.module.css'
import '#ui/styles.css'
import './page.css'
import { firstPrice, GAMES, PRICES, startChanges } from './changes.tsx'

const marks = location.hash === '#marks'
const shown = (price: number) => (price / 1000).toFixed(price % 10 ? 3 : 2)

interface Cell {
  button: HTMLElement
  text: Text
  name: Text
  price: number
  fadesAt: number
}

const cells: Cell[][] = []
const root = document.querySelector('#root')!
for (let game = 0; game < GAMES; game += 1) {
  const row = document.createElement('div')
  row.className = 'bench-row'
  const label = document.createElement('span')
  label.className = 'bench-name'
  label.textContent = `Арден Сити ${game} – Харбор Юнайтед ${game}`
  row.append(label)
  cells.push(Array.from({ length: PRICES }, (_, n) => cellIn(row, game, n)))
  root.append(row)
}

function cellIn(row: HTMLElement, game: number, n: number): Cell {
  const box = document.createElement('span')
  box.className = 'bench-cell'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = styles.cell!
  button.dataset['state'] = 'normal'
  button.dataset['layout'] = 'cell'
  button.tabIndex = -1
  button.innerHTML = `<span class="visually-hidden"> </span><span class="${styles.face}" aria-hidden="true"><span class="${styles.price}"><bdi> </bdi></span></span>`
  box.append(button)
  row.append(box)
  const price = firstPrice(game, n)
  const text = button.querySelector('bdi')!.firstChild as Text
  const name = button.firstChild!.firstChild as Text
  text.data = shown(price)
  name.data = `П${n}, ${game}, price_name ${shown(price)}`
  return { button, text, name, price, fadesAt: 0 }
}

const dirty = new Map<Cell, number>()
const marked = new Set<Cell>()
startChanges((game, n, price) => dirty.set(cells[game]![n]!, price))
setInterval(() => requestAnimationFrame(write), FLUSH_MS)

function write(): void {
  const now = performance.now()
  for (const [cell, price] of dirty) {
    cell.text.data = shown(price)
    if (marks) mark(cell, price > cell.price ? 'up' : 'down', price, now)
    cell.price = price
  }
  dirty.clear()
  for (const cell of marked) {
    if (cell.fadesAt > now) continue
    marked.delete(cell)
    cell.button.dataset['state'] = 'normal'
    delete cell.button.dataset['moved']
  }
}

function mark(cell: Cell, way: 'up' | 'down', price: number, now: number): void {
  cell.name.data = `price_name ${shown(price)}, price_went_${way}`
  cell.button.dataset['state'] = way
  cell.button.dataset['moved'] = way
  cell.fadesAt = now + DIRECTION_MS
  marked.add(cell)
}
