/**
 * What the page that checks receipts does. This function travels as text into the page, together with the rules that
 * it is given by name there; so it uses nothing from outside itself but them and the browser.
 */
import type { rebasing } from '#modules/payout/rules/base-price.ts'
import type { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import type { byBlock } from '#modules/payout/rules/block-order.ts'
import type { CheckTools, PlaceVerdict, PublishedKey, ReceiptFile, ReceiptVerdict, Verdict } from '../rules/check-receipt.ts'

/** As much of a browser as the page needs: this file is compiled for the server. */
interface Element {
  textContent: string
  className: string
  hidden: boolean
  lang: string
  dir: string
  value: string
  files: ArrayLike<{ name: string; text(): Promise<string> }> | null
  dataset: Record<string, string | undefined>
  append(...nodes: (Element | string)[]): void
  replaceChildren(...nodes: Element[]): void
  setAttribute(name: string, value: string): void
  addEventListener(type: string, listener: (event: PageEvent) => void): void
}
interface PageEvent {
  preventDefault(): void
  dataTransfer?: { files: Element['files'] } | null
}
interface Page {
  documentElement: Element
  title: string
  createElement(tag: string): Element
  querySelector(selector: string): Element
  querySelectorAll(selector: string): Iterable<Element>
}
interface Browser {
  document: Page
  location: { protocol: string }
  crypto: {
    subtle?: {
      digest(name: string, data: Uint8Array): Promise<ArrayBuffer>
      importKey(form: string, key: Uint8Array, algorithm: { name: string }, extractable: boolean, uses: string[]): Promise<unknown>
      verify(algorithm: { name: string }, key: unknown, signature: Uint8Array, data: Uint8Array): Promise<boolean>
    }
  }
}
type Texts = Record<string, Record<string, string>>
/** How bets are shown, as everywhere in the house. */
interface PayoutRules {
  rebasing: typeof rebasing
  byBlock: typeof byBlock
  hasOnePrice: typeof hasOnePrice
}
/** What the page names of the terms of a bet. */
interface Terms {
  size?: number
  blocks?: number[][]
  withLobby?: boolean
  blockStakes?: (string | null)[]
  eachWay?: boolean
  jointPrice?: number
  basePrice?: number
  worth?: string
}

export function runReceiptPage(
  browser: Browser,
  texts: Texts,
  keys: readonly PublishedKey[],
  check: (file: ReceiptFile, keys: readonly PublishedKey[], tools: CheckTools) => Promise<ReceiptVerdict>,
  rules: PayoutRules,
): void {
  const { document, crypto, location } = browser
  const find = (selector: string) => document.querySelector(selector)
  let language = document.documentElement.lang
  let shown: { file: ReceiptFile; verdict: ReceiptVerdict } | null = null
  let problem = ''
  let opened = 0

  const text = (key: string, values: Record<string, string> = {}) =>
    (texts[language]?.[key] ?? texts['en']?.[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '')
  const bytesOf = (hex: string) => {
    if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error('not hexadecimal')
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  }
  const hexOfBytes = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const subtle = crypto.subtle!
  const tools: CheckTools = {
    digest: async (hex) => hexOfBytes(new Uint8Array(await subtle.digest('SHA-256', bytesOf(hex)))),
    hexOf: (value) => hexOfBytes(new TextEncoder().encode(value)),
    async verify(publicKey, signature, message) {
      const key = await subtle.importKey('raw', bytesOf(publicKey), { name: 'Ed25519' }, false, ['verify'])
      return subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature), bytesOf(message))
    },
  }

  function element(tag: string, className: string, ...content: (Element | string)[]): Element {
    const made = document.createElement(tag)
    made.className = className
    made.append(...content)
    return made
  }
  function figure(value: string): Element {
    // Figures and codes run from left to right in every language.
    const made = element('bdi', 'figure', value)
    made.setAttribute('dir', 'ltr')
    return made
  }
  const row = (label: string, value: Element | string) => element('div', 'row', element('dt', '', text(label)), element('dd', '', value))
  function decimal(minor: unknown, of: Record<string, unknown>): string {
    const exponent = Number(of['exponent'])
    const digits = String(minor).padStart(exponent + 1, '0')
    return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  }
  function money(minor: unknown, of: Record<string, unknown>): Element {
    return sumLine(decimal(minor, of), of)
  }
  function sumLine(sum: string, of: Record<string, unknown>): Element {
    // As the language writes numbers, with every decimal; by its code, because a sign stands for many currencies.
    const decimals = sum.split('.')[1]?.length ?? 0
    const format = new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      numberingSystem: 'latn',
    })
    return figure(`${format.format(sum as Intl.StringNumericLiteral)}\u00a0${String(of['currency'])}`)
  }
  const moment = (at: unknown) =>
    figure(
      new Date(Number(at))
        .toISOString()
        .replace('T', ' ')
        .replace(/\.(\d+)Z/, '.$1 UTC'),
    )

  function verdictLine(key: string, verdict: Verdict): Element {
    const line = element('li', `verdict ${verdict}`, element('b', 'sign', verdict === 'good' ? '✓' : verdict === 'bad' ? '✗' : '–'))
    line.append(element('span', '', text(`page_${key}_${verdict}`)))
    return line
  }
  const placeLines = (place: PlaceVerdict) => [
    verdictLine('entry', place.entry),
    verdictLine('path', place.path),
    verdictLine('head', place.head),
  ]

  function kindLine({ receipt, about }: ReceiptFile): string {
    // What the house has a name of its own for, else the kind, with the size of a system or of blocks.
    const { size, blocks, withLobby, eachWay, jointPrice } = (receipt['terms'] ?? {}) as Terms
    if (eachWay) return text('page_vid_each_way')
    const power = about?.isPower ? ` · ${text('page_power')}` : ''
    const name = text(jointPrice === undefined ? `page_vid_${String(receipt['vid'])}` : 'page_vid_same_game') + power
    if (size === undefined) return name
    const of = blocks ? blocks.length - Number(withLobby ?? false) : (receipt['legs'] as unknown[]).length
    return text('page_sized', { name, k: String(size), n: String(of) })
  }
  function rebasedLine(receipt: Record<string, unknown>): Element[] {
    // A changed bet: the product of its prices times what the bet before it was worth, by the stake (rules 8.2, 8.3).
    const { basePrice, worth } = (receipt['terms'] ?? {}) as Terms
    if (basePrice === undefined || worth === undefined) return []
    const prices = (receipt['legs'] as { price: number }[]).map(({ price }) => price)
    const found = rules.rebasing(basePrice, { worthMinor: BigInt(worth), stakeMinor: BigInt(String(receipt['stakeMinor'])), prices })
    if (!found) return []
    const sum = (minor: unknown) => decimal(minor, receipt).replace(/\.0+$/, '')
    return [element('div', 'soft', figure(`${found.product} × ${sum(worth)} / ${sum(receipt['stakeMinor'])} = ${basePrice / 1000}`))]
  }
  function legRows({ receipt, about }: ReceiptFile): Element[] {
    const { blocks, withLobby, eachWay, blockStakes } = (receipt['terms'] ?? {}) as Terms
    const before = withLobby ? 0 : 1
    const levelOf = (_leg: unknown, i: number) => {
      const at = eachWay ? -1 : (blocks?.findIndex((block) => block.includes(i)) ?? -1)
      return at < 0 ? null : at + before
    }
    // The head of a block, with the stake that was named for it.
    const headOf = (level: number) => {
      const head = element('li', 'block', level === 0 ? text('page_lobby') : text('page_block', { n: String(level) }))
      const stake = blockStakes?.[level - before] ?? null
      if (stake !== null) head.append(' · ', money(stake, receipt))
      return head
    }
    const rowOf = (leg: Record<string, unknown>, known: NonNullable<typeof about>['legs'][number] | undefined) => {
      const code = `T ${String(leg['t'])} · P ${Number(leg['p']) / 10_000} · ${String(leg['ci'])}`
      const name = element('div', '', element('b', '', known?.game ?? figure(code)))
      if (known) name.append(element('div', 'soft', `${known.championship} · ${known.outcome}`), element('div', 'soft', figure(code)))
      return element('li', 'leg', name, figure(String(Number(leg['price']) / 1000)))
    }
    return rules.byBlock(receipt['legs'] as Record<string, unknown>[], levelOf).flatMap(({ leg, at, level, isFirst }) => {
      const row = rowOf(leg, about?.legs[at])
      return level !== null && isFirst ? [headOf(level), row] : [row]
    })
  }

  function summary(file: ReceiptFile): Element {
    const { receipt } = file
    const list = element('dl', 'facts')
    list.append(row('page_number', figure(String(receipt['bet']))), row('page_accepted', moment(receipt['acceptedAt'])))
    list.append(row('page_player', figure(String(receipt['player']))), row('page_kind', kindLine(file)))
    list.append(row('page_stake', money(receipt['stakeMinor'], receipt)))
    if (receipt['given'] !== undefined && rules.hasOnePrice(Number(receipt['vid'])))
      list.append(row('page_price', element('span', '', figure(String(receipt['given'])), ...rebasedLine(receipt))))
    const seen = receipt['shown'] as { win?: string; tax?: string } | null | undefined
    if (seen?.win) list.append(row('page_win', sumLine(seen.win, receipt)))
    if (seen?.tax) list.append(row('page_tax', sumLine(seen.tax, receipt)))
    list.append(row('page_rules', figure(String(receipt['rules']))))
    return list
  }

  /** The money of a bet as this change has left it: what was sold and insured of it is paid before it is decided. */
  function sums(change: Record<string, unknown>, kind: number, of: Record<string, unknown>): Element[] {
    const parts = (change['money'] ?? {}) as Record<string, string>
    const some = (key: string, part: string) => {
      const minor = parts[part] ?? '0'
      return minor === '0' ? [] : [row(key, money(minor, of))]
    }
    // A sale of a part and an insurance decide nothing.
    const isOpen = change['payoutMinor'] === '0' && (kind === 4 || kind === 5)
    return [
      ...some('page_sold_stake', 'soldStake'),
      ...some('page_sold', 'sold'),
      ...some('page_insured', 'insured'),
      ...some('page_premium', 'premium'),
      ...(isOpen ? [] : [row('page_payout', money(change['payoutMinor'], of))]),
      ...some('page_payout_bonus', 'bonus'),
      ...some('page_payout_tax', 'tax'),
      ...some('page_insurance_back', 'insurance'),
    ]
  }

  function changes(file: ReceiptFile, verdict: ReceiptVerdict): Element {
    const list = element('div', 'changes')
    file.changes.forEach(({ document: change, place }, i) => {
      const facts = element('dl', 'facts')
      facts.append(
        row('page_change', text(`page_kind_${place.entry.kind}`)),
        row('page_status', text(`page_status_${String(change['status'])}`)),
      )
      facts.append(...sums(change, place.entry.kind, file.receipt), row('page_written', moment(place.entry.at)))
      list.append(element('section', 'card', facts, element('ul', 'verdicts', ...placeLines(verdict.changes[i]!))))
    })
    return list
  }

  function place(file: ReceiptFile): Element {
    const list = element('dl', 'facts')
    list.append(row('page_key', figure(file.key.id)))
    if (file.place) list.append(row('page_entry_number', figure(file.place.entry.seq)), row('page_entry_hash', figure(file.place.hash)))
    if (file.place?.head)
      list.append(row('page_head_day', figure(file.place.head.day)), row('page_head_root', figure(file.place.head.root)))
    return list
  }

  function overall(verdict: ReceiptVerdict): Verdict {
    const all = [verdict.key, verdict.signature, ...[verdict.place, ...verdict.changes].flatMap((p) => [p.entry, p.path, p.head])]
    return all.includes('bad') ? 'bad' : all.includes('missing') ? 'missing' : 'good'
  }

  function draw(): void {
    document.documentElement.lang = language
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
    document.title = text('page_title')
    for (const node of document.querySelectorAll('[data-text]')) node.textContent = text(node.dataset['text']!)
    for (const node of document.querySelectorAll('[data-lng]')) node.setAttribute('aria-pressed', String(node.dataset['lng'] === language))
    const result = find('#result')
    const trouble = find('#problem')
    trouble.hidden = problem === ''
    trouble.textContent = problem && text(problem)
    if (!shown) return result.replaceChildren()
    const { file, verdict } = shown
    const all = overall(verdict)
    const headline = verdict.key === 'bad' ? 'page_overall_foreign' : `page_overall_${all}`
    const signed = element(
      'ul',
      'verdicts',
      verdictLine('key', verdict.key),
      verdictLine('signature', verdict.signature),
      ...placeLines(verdict.place),
    )
    const nodes = [
      element('p', `overall ${all}`, text(headline)),
      element('section', 'card', element('h2', '', text('page_bet')), summary(file), element('ol', 'legs', ...legRows(file))),
      element('section', 'card', element('h2', '', text('page_checks')), signed, place(file)),
    ]
    if (file.about) nodes[1]!.append(element('p', 'soft', text('page_names_unsigned')))
    if (file.changes.length > 0) nodes.push(element('h2', '', text('page_changes')), changes(file, verdict))
    const raw = element(
      'details',
      'card',
      element('summary', '', text('page_raw')),
      element('pre', '', JSON.stringify(file.receipt, null, 2)),
    )
    result.replaceChildren(...nodes, raw)
  }

  async function open(content: string): Promise<void> {
    const mine = (opened += 1)
    shown = null
    problem = ''
    let found: { file: ReceiptFile; verdict: ReceiptVerdict } | null = null
    try {
      const file = JSON.parse(content) as ReceiptFile
      if (file.format !== 'polosa-receipt' || !Array.isArray(file.changes) || !Array.isArray(file.receipt['legs']))
        throw new Error('another format')
      found = { file, verdict: await check(file, keys, tools) }
    } catch {
      // Said below.
    }
    // Another file was opened while this one was checked: the page has its name.
    if (mine !== opened) return
    shown = found
    problem = found ? '' : 'page_not_a_receipt'
    draw()
  }

  async function isSupported(): Promise<boolean> {
    try {
      await subtle.importKey('raw', new Uint8Array(32), { name: 'Ed25519' }, false, ['verify'])
      return true
    } catch {
      return false
    }
  }

  const openFile = (files: Element['files'] | undefined) => {
    const file = files?.[0]
    find('#name').textContent = file?.name ?? ''
    if (!file) return
    // The same file once more is a file as well, which a field that holds it would not tell.
    find('#file').value = ''
    void file.text().then(open)
  }
  find('#file').addEventListener('change', () => openFile(find('#file').files))
  find('#drop').addEventListener('dragover', (event) => event.preventDefault())
  find('#drop').addEventListener('drop', (event) => {
    event.preventDefault()
    openFile(event.dataTransfer?.files)
  })
  find('#check').addEventListener('click', () => void open(find('#paste').value))
  for (const node of document.querySelectorAll('[data-lng]')) {
    node.addEventListener('click', () => {
      language = node.dataset['lng']!
      draw()
    })
  }
  find('#theme').addEventListener('click', () => {
    const root = document.documentElement
    root.dataset['theme'] = root.dataset['theme'] === 'flood' ? 'paper' : 'flood'
  })
  find('#keep').hidden = location.protocol === 'file:'
  draw()
  void isSupported().then((supported) => {
    if (supported) return
    problem = 'page_not_supported'
    draw()
  })
}
