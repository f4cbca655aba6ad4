/** Standards that the text of the repository itself keeps or breaks; each is seen to fail on a planted line. */
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeReturnUrl } from '#modules/auth/rules/return-url.ts'

const sources = globSync('{src,tools}/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))

type Source = (typeof sources)[number]

/** Files with a line that the pattern finds, without those that may have one. */
const found = (pattern: RegExp, allowed: readonly string[], list: readonly Source[] = sources) =>
  list
    .filter(({ path, text }) => !allowed.some((part) => path.startsWith(part)) && text.split('\n').some((line) => pattern.test(line)))
    .map(({ path }) => path)

const planted = (text: string): Source[] => [{ path: 'src/planted.ts', text }]

describe('SQL takes values as parameters (WEB-09)', () => {
  const RAW = /\bsql\.raw\(/
  // Texts of files of ours that audit the books, and one list of numbers that are constants.
  const AUDITS = ['src/platform/server/checks.ts']
  const NUMBERS = ['src/modules/ledger/server/invariants.ts', 'src/modules/payments/server/spending.ts']
  // A text in a query's place would be a query: pg is given a string with a value in it.
  const PASTED = /\.query\(\s*`[^`]*(?:WHERE|VALUES|SET)\b[^`]*\$\{/

  it('nothing else pastes text into a query', () => {
    expect(found(RAW, [...AUDITS, ...NUMBERS])).toEqual([])
    expect(found(PASTED, [])).toEqual([])
  })
  it('a query that does is found', () => {
    expect(found(RAW, [], planted('const bad = sql.raw(`${name}`)'))).toHaveLength(1)
    expect(found(PASTED, [], planted('pool.query(`SELECT 1 WHERE id = ${id}`)'))).toHaveLength(1)
  })
})

describe('the server calls others through one door (WEB-10)', () => {
  const CALL = /(?<![.\w])fetch\(|[=:?]\s*fetch\b(?!\()|\bhttps?\.(?:request|get)\(|\b(?:request|get)\b.* from 'node:https?'|from 'undici'/
  const servers = sources.filter(({ path }) => /^src\/(?:platform|modules\/\w[\w-]*)\/server\/|^src\/compose\//.test(path))
  // The bus has calls of that name; a page under /dev calls from the browser; web push has an agent that looks the name up (subscriptions.test.ts).
  const ALLOWED = ['outbound.ts', 'bus/'].map((name) => `src/platform/server/${name}`)
  ALLOWED.push('src/modules/dev/server/', 'src/modules/subscriptions/server/push.ts')
  it('nothing else of it fetches', () => {
    expect(servers.length).toBeGreaterThan(100)
    expect(found(CALL, ALLOWED, servers)).toEqual([])
  })
  it('what does is found', () => {
    for (const line of [
      'await fetch(url)',
      'get: typeof fetch = fetch',
      'fetch: given.fetch ?? fetch',
      'https.request(url)',
      "import { request } from 'node:https'",
    ])
      expect([line, found(CALL, [], planted(line)).length]).toEqual([line, 1])
  })
})

describe('no text becomes a program (WEB-15)', () => {
  const PROGRAM = /\beval\(|\bnew Function\(|\bvm\.(?:run|compile)|['"]node:vm['"]|\b__proto__\b|setTimeout\(\s*['"`]/
  // There the name is refused as a key.
  it('nowhere', () => expect(found(PROGRAM, ['src/modules/brand/rules/resolve.ts'])).toEqual([]))
  it('one that does is found', () => expect(found(PROGRAM, [], planted('eval(text)'))).toHaveLength(1))
})

describe('HTML of others is nowhere set (WEB-17)', () => {
  const HTML = /dangerouslySetInnerHTML|\.innerHTML\s*=|document\.write\(|insertAdjacentHTML/
  // The brand's own style sheet, checked by its schema, and a place that the server fills.
  it('but for the style sheet of the brand', () => expect(found(HTML, ['src/root.tsx'])).toEqual([]))
  it('one that does is found', () => expect(found(HTML, [], planted('node.innerHTML = name'))).toHaveLength(1))
})

describe('chance decides nothing but pauses (CAS-01)', () => {
  const CHANCE = /\bMath\.random\(/
  const PAUSES = [
    'src/modules/settlement/server/settle-chunk.ts',
    'src/modules/bets/server/acceptor.ts',
    'src/platform/server/bus/nats.ts',
    'src/platform/server/db.ts',
    'src/platform/web/stream-client.ts',
    'src/shell/FailurePage.tsx',
    'src/modules/account/web/Unasked.tsx',
  ]
  it('only where a pause is drawn', () => expect(found(CHANCE, PAUSES)).toEqual([]))
})

describe('money is read and decided at one database (OPS-05)', () => {
  it('the product opens one pool, from DATABASE_URL', () => {
    expect(found(/\bcreateDb\(/, ['tools/', 'src/platform/server/db.ts'])).toEqual(['src/server.ts'])
    expect(found(/\bnew (?:pg\.)?Pool\(/, [])).toEqual(['src/platform/server/db.ts'])
    expect(
      found(
        /replica|read_only_url|DATABASE_READ/i,
        ['tools/'],
        sources.filter(({ path }) => path.endsWith('env.ts')),
      ),
    ).toEqual([])
  })
})

describe('what is installed is what was chosen (WEB-21)', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { resolved?: string; integrity?: string; link?: boolean; inBundle?: boolean }>
  }
  const launcher = readFileSync('polosa', 'utf8')

  it('every package has its hash, none an address of its own', () => {
    const loose = Object.entries(lock.packages)
      .filter(([path, { inBundle }]) => path !== '' && !inBundle)
      // No address stands there: the registry of the machine is asked, whichever it is, and the hash decides.
      .filter(([, { resolved, integrity, link }]) => resolved !== undefined || link || !integrity?.startsWith('sha512-'))
    expect(loose.map(([path]) => path)).toEqual([])
  })
  it('no script of a package runs when it is installed', () => {
    const installs = launcher.split('\n').filter((line) => /^\s*npm (?:ci|install)\b/.test(line))
    expect(installs.length).toBeGreaterThan(0)
    for (const line of installs) expect(line).toContain('--ignore-scripts')
  })
})

describe('nobody is led to another site (WEB-16)', () => {
  const HOME = 'https://polosa.example'
  const leads = (text: string) => new URL(text, HOME).origin !== HOME
  const signs = fc.constantFrom(
    '/',
    '\\',
    '.',
    ':',
    '@',
    '?',
    '#',
    '\t',
    '\n',
    '\r',
    ' ',
    '%2f',
    '%5c',
    'evil.example',
    'javascript:',
    'ru',
    'line',
    '\u3002',
  )
  const address = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(''))

  it.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
    '%j is no way back',
    (text) => expect(safeReturnUrl(text)).toBeNull(),
  )
  it('what is taken stays here', () => {
    expect(safeReturnUrl('/ru/office/history?x=//a')).toBe('/ru/office/history?x=//a')
    fc.assert(
      fc.property(address, (text) => {
        const safe = safeReturnUrl(text)
        expect(safe !== null && leads(safe)).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })
})
