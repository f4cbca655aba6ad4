/** The page that checks receipts, opened as a file in a real browser whose network is cut. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Place, ReceiptFile } from '../rules/check-receipt.ts'
import { entryText, GENESIS, headText, receiptText, type EntryHead, type JournalHead } from '../rules/entry.ts'
import { leafHash, pathOf, rootOf } from '../rules/merkle.ts'
import { contentOf, digestHex, sha256, type Document } from './documents.ts'
import { temporaryJournalKey, type JournalKey } from './key.ts'

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const root = resolve(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'receipt-'))
const file = join(folder, 'polosa-verify.html')
const key = temporaryJournalKey()
const earlier = temporaryJournalKey()
const published = [key, earlier].map(({ id, publicKey }) => ({ id, publicKey: publicKey.toString('hex') }))
const AT = Date.UTC(2026, 8, 1, 12)

/** A receipt of a double that was won, in a journal of seven entries. */
function sampleReceipt(of: { by?: JournalKey; headBy?: JournalKey; stakeMinor?: string; kind?: Document } = {}): ReceiptFile {
  const by = of.by ?? key
  const headBy = of.headBy ?? by
  const bet = '10000000123'
  const leg = (ci: number, price: number) => ({ ci, t: 1, p: 0, player: 0, kind: 3, price, seen: null })
  const receipt: Document = {
    v: 1,
    document: 'bet',
    bet,
    player: '5f0c1a2b3c4d5e6f',
    currency: 'EUR',
    exponent: 2,
    vid: 1,
    stakeMinor: of.stakeMinor ?? '1050',
    price: '3.610',
    acceptedAt: AT,
    legs: [leg(310_100_200, 1_900), leg(310_100_300, 1_900)],
    given: '3.61',
    shown: { win: '37.90', price: '3.61', tax: '0' },
    rules: 2,
    ...of.kind,
  }
  const change: Document = {
    v: 1,
    document: 'change',
    bet,
    version: 1,
    status: 4,
    payoutMinor: '3790',
    at: AT + 60_000,
    money: null,
    entries: [[2, 1, '3790']],
  }
  const documents = Array.from({ length: 7 }, (_, i): Document => (i === 2 ? receipt : i === 5 ? change : { v: 1, other: i }))
  let previous = GENESIS
  const chain = documents.map((document, i) => {
    const kind = i === 2 ? 1 : i === 5 ? 2 : 104
    const subject = kind === 104 ? String(i) : bet
    const content = contentOf(document).toString('hex')
    const entry: EntryHead = { seq: String(i + 1), at: AT + i, kind, subject, account: 0, n: kind === 2 ? 1 : 0, content, previous }
    previous = sha256(entryText(entry)).toString('hex')
    return { entry, hash: previous }
  })
  const leaves = chain.map(({ hash }) => leafHash(digestHex, hash))
  const head: JournalHead = {
    day: '2026-09-01',
    first: '1',
    size: 7,
    final: true,
    at: AT,
    root: rootOf(digestHex, leaves),
    chain: previous,
    key: headBy.id,
  }
  const signature = headBy.sign(headText(head)).toString('hex')
  const placeOf = (i: number): Place => ({ ...chain[i]!, path: pathOf(digestHex, leaves, i), head: { ...head, signature } })
  return {
    format: 'polosa-receipt',
    v: 1,
    receipt,
    signature: by.sign(receiptText(receipt)).toString('hex'),
    key: { id: by.id, publicKey: by.publicKey.toString('hex') },
    place: placeOf(2),
    changes: [{ document: change, place: placeOf(5) }],
    about: {
      language: 'ru',
      legs: ['Актобе – Кайрат', 'Астана – Ордабасы'].map((game) => ({
        game,
        outcome: 'Исход: П1',
        championship: 'Казахстан. Премьер-лига',
      })),
    },
  }
}

describe.skipIf(!existsSync(CHROMIUM))('the page', () => {
  let browser: Browser
  let page: Page
  const asked: string[] = []
  const troubles: string[] = []

  beforeAll(async () => {
    // In a process of its own: the page is made of the functions as Node runs them, not as the test runner rewrites them.
    const code = `import { loadTexts } from '#platform/server/texts.ts'
      import { receiptPage } from './src/modules/journal/server/receipt-page.ts'
      process.stdout.write(receiptPage(loadTexts('locales'), 'ru', JSON.parse(process.argv[1])).html)`
    writeFileSync(file, execFileSync(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(published)], { cwd: root }))
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    const context = await browser.newContext({ offline: true, viewport: { width: 1000, height: 900 } })
    page = await context.newPage()
    page.on('request', (request) => void asked.push(request.url()))
    page.on('console', (message) => void (message.type() === 'error' && troubles.push(message.text())))
    page.on('pageerror', (error) => void troubles.push(error.message))
    await page.goto(pathToFileURL(file).href)
  })
  afterAll(() => browser?.close())

  const give = async (receipt: unknown) => {
    await page.setInputFiles('#file', { name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(receipt)) })
  }
  /** After something that is none: what is read then is of this receipt. */
  const giveAfterAnother = async (receipt: unknown) => {
    await give({ some: 'file' })
    await page.waitForSelector('#problem:not([hidden])')
    await give(receipt)
  }
  const verdicts = async () => {
    await page.waitForSelector('.overall')
    return page.$$eval('.verdict', (lines) => lines.map((line) => line.className.replace('verdict ', '')))
  }
  const told = (selector: string) => page.locator(selector).first().innerText()

  it('shows a genuine receipt as green, with the bet and what became of it', async () => {
    await give(sampleReceipt())
    expect(await verdicts()).toEqual(Array.from({ length: 8 }, () => 'good'))
    expect(await told('.overall')).toBe('Чек подлинный и записан в журнале')
    const result = await told('#result')
    for (const words of [
      '10,50\u00a0EUR',
      '37,90\u00a0EUR',
      'Экспресс',
      'Актобе – Кайрат',
      '1.9',
      'Расчёт',
      'Выплачена',
      '2026-09-01 12:00:00',
    ])
      expect(result).toContain(words)
  })

  it.each([
    [{ vid: 2, terms: { size: 1 } }, ['Система, 1 из 2']],
    [{ vid: 4, terms: { size: 1, blocks: [[0], [1]], withLobby: true } }, ['Мультиставка, 1 из 1', 'Лобби', 'Блок 1']],
    [{ vid: 5, terms: { blocks: [[1], [0]], blockStakes: [null, '200'] } }, ['Условная ставка', 'Блок 1', 'Блок 2 · 2,00\u00a0EUR']],
    [{ vid: 4, terms: { size: 1, blocks: [[0], [1]], eachWay: true } }, ['С призовым местом']],
    [{ vid: 1, terms: { jointPrice: 3000 } }, ['Экспресс одного события']],
  ])('names the kind with its size and blocks: %j', async (kind, words) => {
    await give(sampleReceipt({ kind }))
    await expect.poll(() => told('#result')).toContain(words[0])
    const result = await told('#result')
    for (const word of words) expect(result).toContain(word)
    expect(result.includes('Блок')).toBe(words.some((word) => word.includes('Блок')))
  })

  it('names what does not hold', async () => {
    const receipt = sampleReceipt()
    receipt.receipt['stakeMinor'] = '105000'
    await give(receipt)
    await page.waitForSelector('.overall.bad')
    expect((await verdicts()).slice(0, 5)).toEqual(['good', 'bad', 'bad', 'good', 'good'])
    const moved = sampleReceipt()
    moved.place!.path![0]!.hash = GENESIS
    await give(moved)
    await expect.poll(verdicts).toEqual(['good', 'good', 'good', 'bad', 'good', 'good', 'good', 'good'])
    await give({ some: 'file' })
    await page.waitForSelector('#problem:not([hidden])')
    expect(await told('#problem')).toBe('Это не файл чека')
  })

  it('a receipt that somebody signed himself is never genuine, whatever number he gives his key', async () => {
    const forger = temporaryJournalKey()
    await give(sampleReceipt({ by: forger, stakeMinor: '100000000' }))
    expect(await verdicts()).toEqual(['bad', 'missing', 'good', 'good', 'bad', 'good', 'good', 'bad'])
    expect(await told('.overall.bad')).toContain('Чек подписан чужим ключом')
    expect(await told('.overall.bad')).toContain('Если страница сохранена до смены ключа')
    await giveAfterAnother(sampleReceipt({ by: { ...forger, id: key.id }, stakeMinor: '100000000' }))
    await expect.poll(verdicts).toEqual(['bad', 'missing', 'good', 'good', 'bad', 'good', 'good', 'bad'])
    expect(await told('.overall.bad')).toContain('Чек подписан чужим ключом')
    // A head of his own under a receipt of the house proves nothing either.
    await give(sampleReceipt({ headBy: forger }))
    await expect.poll(verdicts).toEqual(['good', 'good', 'good', 'good', 'bad', 'good', 'good', 'bad'])
  })

  it('an earlier key of the house counts, for the receipt and for the head of a day before the change', async () => {
    for (const signed of [{ by: earlier }, { headBy: earlier }]) {
      await giveAfterAnother(sampleReceipt(signed))
      await page.waitForSelector('.overall.good')
    }
  })

  it('speaks three languages in two themes, from the right in Arabic', async () => {
    await give(sampleReceipt({ kind: { vid: 2, terms: { size: 1 } } }))
    await page.click('[data-lng=ar]')
    await expect.poll(() => told('#result')).toContain('نظام، 1 من 2')
    expect(await page.getAttribute('html', 'dir')).toBe('rtl')
    expect(await told('h1')).toBe('التحقق من إيصال الرهان')
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const paper = await background()
    await page.click('#theme')
    expect(await background()).not.toBe(paper)
    await page.click('[data-lng=en]')
    expect(await told('.overall')).toBe('The receipt is genuine and stands in the journal')
    expect(await told('#result')).toContain('37.90\u00a0EUR')
    expect(await told('#result')).toContain('System, 1 of 2')
  })

  it('asked nobody for anything', () => {
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
    expect(troubles).toEqual([])
  })
})
