/**
 * Every call of the feeds, mixed, 500 a second, on the whole product with the world playing: the time from the moment
 * in which a request was due to its last byte. Issue 3: p99 of any call under 10 ms. Beside it, in turns and under the
 * same feed, the same load on a bare node:http server with a fixed answer says what the machine itself allows; how late
 * the players' process sent by itself is told as well. A call's figure is the median of its rounds.
 *
 *   node bench/feed-calls.ts [--rate=500] [--seconds=30] [--rounds=3] [--quick]
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './support/child.ts'
import { median, option, pause, percentile, say, tellLoad, tellMost } from './support/figures.ts'
import type { OpenLoad } from './support/open-load.ts'
import { newHome, root, startProgram } from './support/product.ts'

const rate = option('rate', 500)
const seconds = option('seconds', 30, 8)
const rounds = option('rounds', 3)
const START_MS = 240_000
/** Until lists far ahead are whole. */
const SETTLE_MS = 20_000
/** Before what is counted: the first second of any load is that of 383 addresses which nobody has asked for lately. */
const WARM_SECONDS = 3
const P99_MS = 10
/** Keeps a connection that rests as long as the product does: with Node's own 5 s some request would meet the end of one. */
const BARE =
  "const b=Buffer.alloc(20000,120);require('node:http').createServer({keepAliveTimeout:75000},(q,a)=>a.end(b)).listen(Number(process.env.PORT),'127.0.0.1')"

interface Game {
  I: number
  CI: number
  LI: number
  SI: number
  O1I?: number
}

async function value<T>(port: number, path: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  if (!response.ok) throw new Error(`${response.status} ${path}`)
  const body = (await response.json()) as { Value?: T }
  return body.Value ?? (body as T)
}

const each = <T>(items: readonly T[], write: (item: T) => string): string[] => items.map(write)
const unique = (values: readonly (number | undefined)[]) => [...new Set(values.filter((one) => one !== undefined))]

/** Addresses by call: on both feeds, in two languages, for real sports, championships, games and teams. */
async function callsOf(port: number): Promise<Record<string, string[]>> {
  const line = await value<Game[]>(port, '/service-api/LineFeed/Get1x2_VZip?count=200&lng=en')
  const live = await value<Game[]>(port, '/service-api/LiveFeed/Get1x2_VZip?count=100&lng=en')
  const sports = [1, 2, 3, 4, 6, 10, 66, 40, 85]
  const champs = unique(line.map((game) => game.LI)).slice(0, 40)
  const teams = unique(line.map((game) => game.O1I)).slice(0, 40)
  const both = (call: string, queries: readonly string[]) =>
    queries.flatMap((query) => ['LineFeed', 'LiveFeed'].map((feed) => `/service-api/${feed}/${call}?${query}&lng=ru`))
  const main = (call: string, queries: readonly string[]) =>
    queries.flatMap((query) => ['main-line-feed', 'main-live-feed'].map((feed) => `/service-api/${feed}/${call}?${query}&lng=en`))
  const cards = [
    ...each(line.slice(0, 80), ({ I }) => `/service-api/LineFeed/GetGameZip?id=${I}&lng=ru&grMode=2`),
    ...each(live.slice(0, 80), ({ I }) => `/service-api/LiveFeed/GetGameZip?id=${I}&lng=en`),
  ]
  const search = ['real', 'арсенал', 'city', 'zen', 'спартак', 'lak', 'nov', 'man un']
  return {
    Get1x2_VZip: both('Get1x2_VZip', ['count=50', ...sports.map((id) => `sports=${id}&count=50`), ...champs.map((id) => `champs=${id}`)]),
    GetSportsShortZip: both('GetSportsShortZip', ['', ...sports.map((id) => `sports=${id}`)]),
    GetSportsZip: both('GetSportsZip', ['']),
    GetChampsZip: both(
      'GetChampsZip',
      each(sports, (id) => `sport=${id}`),
    ),
    GetChampZip: both(
      'GetChampZip',
      each(champs, (id) => `champ=${id}`),
    ),
    GetGameZip: cards,
    GetTopGamesStatZip: both('GetTopGamesStatZip', ['count=20']),
    TopGamesStatDashbord: both('TopGamesStatDashbord', ['count=20']),
    WebGetTopChampsZip: both('WebGetTopChampsZip', ['']),
    BestGamesExtVZip: both('BestGamesExtVZip', ['count=20']),
    Web_SearchZip: both(
      'Web_SearchZip',
      each(search, (text) => `text=${encodeURIComponent(text)}&limit=50`),
    ),
    GetFavoritesZip: both('GetFavoritesZip', [
      `games=${line
        .slice(0, 10)
        .map(({ I }) => I)
        .join(',')}`,
      `champs=${champs.slice(0, 3).join(',')}`,
    ]),
    GetGamesTeamZip: both(
      'GetGamesTeamZip',
      each(teams, (id) => `teams=${id}`),
    ),
    GetChronoOfPlay: each(live, ({ I }) => `/service-api/LiveFeed/GetChronoOfPlay?id=${I}&lng=ru`),
    GetExpressDayZip: both('GetExpressDayZip', ['']),
    AsiaGetSports: both('AsiaGetSports', ['']),
    AsiaGetLeagues: both('AsiaGetLeagues', ['sport=1']),
    AsiaGetGames: both('AsiaGetGames', ['sport=1&count=20']),
    GetGlobalChampsZip: both('GetGlobalChampsZip', ['']),
    gameEvents: main(
      'v1/gameEvents',
      each(line.slice(0, 20), ({ CI }) => `gameId=${CI}`),
    ),
    sport1x2: main(
      'sportSection/v1/sport1x2',
      each(sports, (id) => `sportId=${id}&count=50`),
    ),
    champsBySport: main(
      'sportSection/v1/champsBySport',
      each(sports, (id) => `sportId=${id}`),
    ),
    sliderGames: main('personalise/v1/sliderGames', ['count=10']),
    expressDay: main('v1/expressDay', ['']),
    GetCountries: ['/service-api/RestCore/api/external/v1/Web/GetCountries?lng=ru'],
  }
}

/** Addresses that this product does not answer are told once and left out: the bench must not measure refusals. */
async function answered(port: number, calls: Record<string, string[]>): Promise<Record<string, string[]>> {
  const good: Record<string, string[]> = {}
  for (const [name, paths] of Object.entries(calls)) {
    const own: string[] = []
    for (const path of paths) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      await response.arrayBuffer()
      if (response.status === 200) own.push(path)
    }
    if (own.length === 0) throw new Error(`no address of ${name} answers: ${paths[0]}`)
    good[name] = own
  }
  return good
}

/** By call the median of what its rounds have as p99. */
function slowestFirst(loads: readonly OpenLoad[]): { name: string; p99: number }[] {
  return Object.keys(loads[0]!.byCall)
    .map((name) => ({ name, p99: median(loads.map(({ byCall }) => percentile(byCall[name]!, 0.99))) }))
    .sort((a, b) => b.p99 - a.p99)
}

function tellAll(whose: string, load: OpenLoad): void {
  const all = Object.values(load.byCall).flat()
  const [p50, p99, slowest, lag] = [percentile(all, 0.5), percentile(all, 0.99), slowestFirst([load])[0]!, percentile(load.lags, 0.99)]
  say(
    `     ${whose}: median ${p50.toFixed(1)} ms, p99 of all ${p99.toFixed(1)}, of the slowest call (${slowest.name}) ${slowest.p99.toFixed(1)}; sent late by itself p99 ${lag.toFixed(1)}`,
  )
}

const home = newHome('feed-calls')
const load = startChild(join(import.meta.dirname, 'support', 'open-load.ts'), [])
const bare = await startProgram(process.execPath, ['-e', BARE], {})
const product = await startProgram(join(root, 'polosa'), ['start'], {
  POLOSA_HOME: home,
  LOG_LEVEL: 'error',
  FEED: 'world',
  RATE_LIMITS: 'off',
})
try {
  await bare.answers('/', START_MS)
  await product.answers('/ru/line', START_MS)
  await pause(SETTLE_MS)
  const calls = await answered(product.port, await callsOf(product.port))
  say(
    `     ${Object.keys(calls).length} calls, ${Object.values(calls).flat().length} addresses, ${rate} requests a second for ${seconds} s`,
  )
  const measure = async (whose: string, port: number): Promise<OpenLoad> => {
    const ask = (forSeconds: number) => load.ask<OpenLoad>({ ask: 'load', port, calls, perSecond: rate, seconds: forSeconds })
    await ask(WARM_SECONDS)
    const found = await ask(seconds)
    if (found.errors) throw new Error(`${found.errors} requests failed, the first: ${found.firstError}`)
    tellAll(whose, found)
    return found
  }
  const found: OpenLoad[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await measure('bare node:http', bare.port)
    found.push(await measure('product', product.port))
  }
  const slowest = slowestFirst(found)
  for (const { name, p99 } of slowest.slice(0, 5)) say(`     ${name} p99 ${p99.toFixed(1)} ms`)
  tellMost(`feed calls, p99 of the slowest (${slowest[0]!.name})`, slowest[0]!.p99, 'ms', P99_MS)
  tellLoad()
} finally {
  await product.stop()
  await bare.stop()
  await load.stop()
  rmSync(home, { recursive: true, force: true })
}
