/** Who may import whom (design §3). This file is the whole truth; architecture.test.ts reads it. */

/** Allowed edges between modules, acyclic. `a: [b]` means a may use b's rules and b's doors. */
export const EDGES: Record<string, readonly string[]> = {
  brand: [],
  feeds: [],
  world: ['feeds'],
  replay: ['world', 'feeds'],
  ledger: ['brand'],
  line: ['feeds', 'brand'],
  favorites: ['line', 'feeds', 'brand'],
  results: ['line', 'feeds', 'settlement', 'brand'],
  subscriptions: ['line', 'feeds', 'brand', 'auth'],
  'main-feed': ['line', 'feeds', 'brand'],
  offers: ['line', 'main-feed', 'feeds', 'pricing', 'brand'],
  'price-history': ['line', 'feeds', 'brand'],
  statistics: ['line', 'feeds', 'brand', 'price-history'],
  hubs: ['line', 'brand', 'coupon', 'favorites', 'results', 'subscriptions', 'statistics', 'main-feed', 'offers', 'price-history'],
  pricing: ['line', 'feeds', 'payout'],
  auth: ['ledger', 'brand', 'content'],
  content: ['coupon', 'payout', 'line', 'ledger', 'brand'],
  limits: ['ledger', 'payout', 'brand'],
  account: ['auth', 'ledger', 'payout', 'brand'],
  security: ['auth', 'account', 'brand'],
  payments: ['identity', 'auth', 'ledger', 'limits', 'payout', 'brand'],
  protection: ['limits', 'auth', 'account', 'ledger', 'content', 'brand'],
  payout: [],
  promo: ['ledger', 'brand'],
  coupon: ['payout', 'promo', 'pricing', 'line', 'ledger', 'limits', 'brand'],
  bets: ['coupon', 'payout', 'promo', 'line', 'ledger', 'limits', 'brand'],
  settlement: ['bets', 'payout', 'line', 'ledger', 'feeds', 'brand'],
  cashout: ['settlement', 'bets', 'coupon', 'payout', 'pricing', 'line', 'ledger', 'limits', 'brand'],
  orders: ['bets', 'coupon', 'payout', 'line', 'ledger', 'limits', 'brand'],
  groups: ['orders', 'bets', 'coupon', 'ledger', 'limits', 'auth', 'brand'],
  journal: ['settlement', 'bets', 'payout', 'ledger', 'brand'],
  history: ['cashout', 'orders', 'journal', 'settlement', 'bets', 'coupon', 'payout', 'line', 'ledger', 'brand'],
  files: [],
  identity: ['files', 'account', 'auth', 'brand'],
  messages: ['files', 'account', 'auth', 'content', 'line', 'brand'],
  privacy: ['auth', 'account', 'protection', 'content', 'brand'],
  telemetry: ['brand'],
  dev: [
    'feeds',
    'line',
    'pricing',
    'settlement',
    'cashout',
    'orders',
    'protection',
    'journal',
    'history',
    'promo',
    'payout',
    'bets',
    'coupon',
    'ledger',
    'account',
    'auth',
    'security',
    'payments',
    'brand',
    'limits',
    'content',
    'messages',
    'identity',
    'telemetry',
  ],
}

export type Part =
  | { kind: 'lib' | 'ui' | 'seed' | 'composition' | 'outside' }
  | { kind: 'platform'; side: 'shared' | 'server' | 'web' }
  | { kind: 'module'; module: string; part: 'contract' | 'rules' | 'server' | 'web'; door: boolean }

/** The part that a path under the project's root belongs to. */
export function partOf(path: string): Part {
  if (path.startsWith('seed/')) return { kind: 'seed' }
  if (!path.startsWith('src/')) return { kind: 'outside' }
  const [, top, a, b] = path.split('/')
  if (top === 'lib') return { kind: 'lib' }
  if (top === 'ui') return { kind: 'ui' }
  if (top === 'platform' && (a === 'shared' || a === 'server' || a === 'web')) return { kind: 'platform', side: a }
  if (top === 'modules') {
    const rest = path.split('/').slice(3)
    const part = b?.startsWith('contract') ? 'contract' : b
    if (part === 'contract' || part === 'rules' || part === 'server' || part === 'web') {
      return { kind: 'module', module: a!, part, door: rest.length === 2 && /^index\.tsx?$/.test(rest[1]!) }
    }
  }
  return { kind: 'composition' }
}

/** Null when the import is allowed, else the reason. `typeOnly` is an `import type`. */
export function refusal(from: Part, to: Part, typeOnly: boolean): string | null {
  if (to.kind === 'composition') return from.kind === 'composition' ? null : 'nobody imports the composition'
  if (to.kind === 'outside') return from.kind === 'composition' ? null : 'src imports nothing outside src and seed'
  switch (from.kind) {
    case 'composition':
    case 'outside':
    case 'seed':
      return null
    case 'lib':
      return to.kind === 'lib' ? null : 'lib imports nothing of ours'
    case 'ui':
      return to.kind === 'lib' || to.kind === 'ui' ? null : 'ui imports only lib'
    case 'platform':
      return platformRefusal(from.side, to)
    case 'module':
      return moduleRefusal(from, to, typeOnly)
  }
}

function platformRefusal(side: 'shared' | 'server' | 'web', to: Part): string | null {
  if (to.kind === 'lib') return null
  if (to.kind === 'platform' && (to.side === 'shared' || to.side === side)) return null
  if (side === 'web' && to.kind === 'ui') return null
  return `platform/${side} may not import this`
}

function moduleRefusal(from: Extract<Part, { kind: 'module' }>, to: Part, typeOnly: boolean): string | null {
  if (to.kind === 'lib') return null
  if (to.kind === 'seed') return from.part === 'web' ? 'the browser reads tables through calls, not from seed' : null
  switch (from.part) {
    case 'contract':
      return to.kind === 'platform' && to.side === 'shared'
        ? null
        : sameModule(from, to, ['contract', 'rules']) ||
            (to.kind === 'module' && to.part === 'contract' && EDGES[from.module]?.includes(to.module))
          ? null
          : 'a contract imports only lib, platform/shared, its own module and contracts of the modules below it'
    case 'rules':
      if (sameModule(from, to, ['rules'])) return null
      if (sameModule(from, to, ['contract'])) return typeOnly ? null : 'rules take their contract as types only'
      if (to.kind === 'platform' && to.side === 'shared') return typeOnly ? null : 'rules take platform/shared as types only'
      return otherModule(from, to, 'rules')
    case 'server':
      if (to.kind === 'platform') return to.side === 'web' ? 'a server imports no web' : null
      if (sameModule(from, to, ['contract', 'rules', 'server'])) return null
      return otherModule(from, to, 'server')
    case 'web':
      if (to.kind === 'ui' || (to.kind === 'platform' && to.side !== 'server')) return null
      if (sameModule(from, to, ['web', 'rules'])) return null
      if (to.kind === 'module' && to.part === 'contract')
        return typeOnly && (to.module === from.module || EDGES[from.module]?.includes(to.module))
          ? null
          : 'web takes contracts as types only'
      return otherModule(from, to, 'web')
  }
}

function sameModule(from: { module: string }, to: Part, parts: string[]): boolean {
  return to.kind === 'module' && to.module === from.module && parts.includes(to.part)
}

/** Across modules: the list decides, rules may be used by all parts, servers and webs only through their door. */
function otherModule(from: Extract<Part, { kind: 'module' }>, to: Part, part: 'rules' | 'server' | 'web'): string | null {
  if (to.kind !== 'module' || to.module === from.module) return `a module's ${from.part} may not import this`
  if (!EDGES[from.module]?.includes(to.module)) return `${from.module} → ${to.module} is not on the list of edges`
  if (to.part === 'rules') return null
  if (to.part === 'contract' && part !== 'rules') return null
  if (to.part !== part) return `${from.part} may not import ${to.part} of another module`
  return to.door ? null : `${to.module}/${part} is entered through its index only`
}
