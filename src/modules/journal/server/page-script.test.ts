/** What the page says of a bet's money after its changes: the script itself, in as much of a browser as it asks for. */
import { webcrypto } from 'node:crypto'
import { expect, it } from 'vitest'
import { loadTexts } from '#platform/server/texts.ts'
import { rebasing } from '#modules/payout/rules/base-price.ts'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import { byBlock } from '#modules/payout/rules/block-order.ts'
import type { ReceiptFile, ReceiptVerdict } from '../rules/check-receipt.ts'
import { runReceiptPage } from './page-script.ts'

const words = loadTexts(new URL('../../../../locales', import.meta.url).pathname).dictionary('ru')['journal']!

class Node {
  className = ''
  hidden = false
  lang = 'ru'
  dir = ''
  value = ''
  files = null
  dataset: Record<string, string> = {}
  readonly inside: (Node | string)[] = []
  readonly heard = new Map<string, () => void>()
  get textContent(): string {
    return this.inside.map((part) => (typeof part === 'string' ? part : part.textContent)).join(' ')
  }
  set textContent(text: string) {
    this.replaceChildren(text)
  }
  append(...parts: (Node | string)[]): void {
    this.inside.push(...parts)
  }
  replaceChildren(...parts: (Node | string)[]): void {
    this.inside.splice(0, this.inside.length, ...parts)
  }
  setAttribute(): void {}
  addEventListener(type: string, listener: () => void): void {
    this.heard.set(type, listener)
  }
  /** All of a class, in their order. */
  find(className: string): Node[] {
    return this.inside.flatMap((part) =>
      typeof part === 'string' ? [] : [...(part.className === className ? [part] : []), ...part.find(className)],
    )
  }
}

/** The page with this check; `named` finds its parts. */
function pageWith(check: Parameters<typeof runReceiptPage>[3]) {
  const nodes = new Map<string, Node>()
  const named = (selector: string) => nodes.get(selector) ?? nodes.set(selector, new Node()).get(selector)!
  const document = {
    documentElement: new Node(),
    title: '',
    createElement: () => new Node(),
    querySelector: named,
    querySelectorAll: () => [],
  }
  const browser = { document, location: { protocol: 'file:' }, crypto: webcrypto } as unknown as Parameters<typeof runReceiptPage>[0]
  runReceiptPage(browser, { ru: words }, [], check, { rebasing, byBlock, hasOnePrice })
  const give = (content: string) => {
    named('#paste').value = content
    named('#check').heard.get('click')!()
  }
  return { named, give }
}

const place = { entry: 'good', path: 'good', head: 'good' } as const
const good = (changes: number): ReceiptVerdict => ({
  key: 'good',
  signature: 'good',
  place,
  changes: Array.from({ length: changes }, () => place),
})

/** What the page shows of a receipt with these changes. */
async function pageOf(changes: { kind: number; document: object }[], receipt: object = {}, about?: ReceiptFile['about']): Promise<Node> {
  const { named, give } = pageWith(async () => good(changes.length))
  const file = {
    format: 'polosa-receipt',
    receipt: { bet: '1', currency: 'KZT', exponent: 2, vid: 0, stakeMinor: '70000', acceptedAt: 0, legs: [], ...receipt },
    ...(about ? { about } : {}),
    key: { id: 'k' },
    place: null,
    changes: changes.map(({ kind, document: change }) => ({ document: change, place: { entry: { kind, at: 0 } } })),
  } as unknown as ReceiptFile
  give(JSON.stringify(file))
  await expect.poll(() => named('#result').find('facts').length).toBeGreaterThan(0)
  return named('#result')
}

const rowsOf = (card: Node) => card.find('row').map((row) => row.textContent.replaceAll('\u00a0', ' '))

/** Facts of each change as the page shows them. */
async function changesOf(changes: { kind: number; document: object }[]): Promise<string[][]> {
  return (await pageOf(changes)).find('changes')[0]!.find('facts').map(rowsOf)
}

const NOTHING = { sold: '0', soldStake: '0', insured: '0', premium: '0', gross: '0', bonus: '0', tax: '0', insurance: '0' }

it('a sale of a part says what was paid for it, an insurance what it cost, and a result what was kept and given beside the payout', async () => {
  const sold = { ...NOTHING, soldStake: '40000', sold: '36763' }
  const insured = { ...sold, insured: '15000', premium: '7678' }
  const [sale, insurance, result, correction] = await changesOf([
    { kind: 4, document: { status: 1, payoutMinor: '0', money: sold } },
    { kind: 5, document: { status: 1, payoutMinor: '0', money: insured } },
    { kind: 2, document: { status: 4, payoutMinor: '95295', money: { ...insured, bonus: '500', tax: '1200', insurance: '15000' } } },
    { kind: 3, document: { status: 2, payoutMinor: '0', money: null } },
  ])
  expect(sale!.slice(2, -1)).toEqual(['Продано из суммы ставки 400,00 KZT', 'Выплачено за проданное 367,63 KZT'])
  expect(insurance!.slice(4, -1)).toEqual(['Застраховано 150,00 KZT', 'Страховой взнос 76,78 KZT'])
  expect(result!.slice(6, -1)).toEqual([
    'Выплата 952,95 KZT',
    'В выплате надбавка 5,00 KZT',
    'Удержан налог с выплаты 12,00 KZT',
    'В выплате возврат по страховке 150,00 KZT',
  ])
  expect(correction!.slice(2, -1)).toEqual(['Выплата 0,00 KZT'])
})

it('legs stand in the order of the blocks, each block with its head and its stake once', async () => {
  const legs = [3, 1, 2, 4].map((ci) => ({ ci, t: 1, p: 0, price: 2225 }))
  const about = { language: 'ru', legs: legs.map(({ ci }) => ({ game: `Game ${ci}`, outcome: 'П1', championship: 'C' })) }
  const listed = async (terms: object) => {
    const [list] = (await pageOf([], { vid: 5, legs, terms }, about)).find('legs')
    return list!.textContent.replaceAll('\u00a0', ' ').replace(/ (C · П1|T 1 · P 0 · \d|2\.225)(?= |$)/g, '')
  }
  const blocks = [[1, 3], [2], [0]]
  expect(await listed({ blocks, blockStakes: [null, '30000', null] })).toBe(
    'Блок 1 Game 1 Game 4 Блок 2  ·  300,00 KZT Game 2 Блок 3 Game 3',
  )
  expect(await listed({ blocks, withLobby: true })).toBe('Лобби Game 1 Game 4 Блок 1 Game 2 Блок 2 Game 3')
  expect(await listed({ blocks, eachWay: true })).toBe('Game 3 Game 1 Game 2 Game 4')
})

it('a coefficient is told of the kinds that have one', async () => {
  const facts = async (vid: number) => rowsOf((await pageOf([], { vid, given: '4.199' })).find('facts')[0]!).join('; ')
  expect(await facts(1)).toContain('Коэффициент 4.199')
  for (const vid of [2, 3, 4, 5, 7, 8]) expect(await facts(vid)).not.toContain('4.199')
})

it('a power bet is called one, and its coefficient is reckoned; the player is a hash', async () => {
  const receipt = {
    player: '5f0c1a2b3c4d5e6f',
    given: '3.459',
    terms: { basePrice: 3459, worth: '62657' },
    legs: [{ ci: 1, t: 1, p: 0, price: 3864 }],
  }
  const about = { language: 'ru', legs: [{ game: 'A – B', outcome: 'Исход: П1', championship: 'C' }] }
  const facts = async (given: object, isPower = true) =>
    rowsOf((await pageOf([], { ...receipt, ...given }, isPower ? { ...about, isPower } : about)).find('facts')[0]!)
  expect((await facts({})).slice(2, 6)).toEqual([
    'Хеш игрока 5f0c1a2b3c4d5e6f',
    'Вид Ординар · усиленная',
    'Сумма 700,00 KZT',
    'Коэффициент 3.459 3.864 × 626.57 / 700 = 3.459',
  ])
  // Edited only, and with the coefficient of an order.
  expect((await facts({ given: '3.5', terms: { basePrice: 3500 } }, false)).slice(3, 6)).toEqual([
    'Вид Ординар',
    'Сумма 700,00 KZT',
    'Коэффициент 3.5',
  ])
})

it.each([
  ['a single bet', 'ru', /одинар|одиночн/i],
  ['an express', 'ar', /إكسب/],
  // A parameter is called so too, and named.
  ['a price', 'ar', /معامل(?! \u2068?\{\{name)/],
  ['a return', 'ar', /إرجاع/],
])('one word for %s in all texts of the house', (_what, lng, others) => {
  const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname).dictionary(lng)
  const wrong = Object.entries(texts).filter(([, unit]) => Object.values(unit).some((text) => others.test(text)))
  expect(wrong.map(([unit]) => unit)).toEqual([])
})

it('of two files the one that was given last is shown, however long the check of the first one takes', async () => {
  const slow = Promise.withResolvers<ReceiptVerdict>()
  const { named, give } = pageWith(({ receipt }) => (receipt.bet === '1' ? slow.promise : Promise.resolve(good(0))))
  const file = (bet: string) =>
    JSON.stringify({
      format: 'polosa-receipt',
      receipt: { bet, currency: 'KZT', exponent: 2, vid: 0, stakeMinor: '70000', acceptedAt: 0, legs: [] },
      key: { id: 'k' },
      place: null,
      changes: [],
    })
  give(file('1'))
  give(file('2'))
  await expect.poll(() => named('#result').find('facts').length).toBeGreaterThan(0)
  const shown = named('#result').textContent
  slow.resolve({ ...good(0), signature: 'bad' })
  await new Promise((done) => setTimeout(done, 10))
  expect(named('#result').textContent).toBe(shown)
})
