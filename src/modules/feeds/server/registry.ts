/**
 * Ids: the provider's against ours, all in memory. One walk over a batch of facts finds what is new, takes
 * numbers, changes the heads of games and collects the rows to write; the caller writes them in the transaction
 * that logs the facts. The feed role is the only writer (composition holds its turn), so memory is the truth while it runs.
 */
import { must } from '#lib/assert.ts'
import { canonicalJson } from '#lib/json.ts'
import { HOUR, type Millis } from '#lib/time.ts'
import { canonicalCountryCode, countryCodeOf, countryIdOf } from '../rules/countries.ts'
import type { Championship, Competitor, Entity, Fact, Game, ProviderId, Ref } from '../rules/fact.ts'
import { partShape, partsOf } from '../rules/parts.ts'
import type { ResolvedChampionship, ResolvedGame, ResolvedPart, ResolvedSport } from '../rules/resolved.ts'
import { isOver, kindOf, mayBecome } from '../rules/status.ts'
import { championshipWeight } from '../rules/weights.ts'
import { noteCourse } from './course-store.ts'
import { countNeeds, Ids, type Sequence } from './id-blocks.ts'
import { type HeadChange, headOf, isToldAgain, namesOfSport, printedNumber, rowOf, runsOf, type Side, type Stored } from './game-rows.ts'
import { type Changes, loadAll, loadGame, type LoadedGames, loadGames, noChanges, type Queries } from './registry-store.ts'

/** Providers inside the house name a game by its provider's ref or by our CI. */
const INSIDE: ReadonlySet<ProviderId> = new Set<ProviderId>(['pricing', 'result', 'guard', 'trader'])

/** Games that are over stay known for so long: every hour brings hundreds. What names an older one brings it back. */
const KEPT_MS = 12 * HOUR

export class Registry {
  private readonly sports = new Map<string, number>()
  private readonly countries = new Map<string, string>()
  private readonly championships = new Map<string, ResolvedChampionship>()
  private readonly competitors = new Map<string, Side>()
  private readonly athletes = new Map<string, number>()
  private readonly games = new Map<string, Stored>()
  private readonly byCi = new Map<number, Stored>()
  private readonly byRef = new Map<Ref, Stored>()
  private readonly ids = new Ids()
  private anyGames = false
  private changes: Changes = noChanges()

  /** Reads everything that is not long over. */
  async load(client: Queries, now: Millis): Promise<void> {
    const loaded = await loadAll(client, new Date(now - KEPT_MS))
    const championships = new Map(loaded.championships.map((row) => [row.id, row]))
    const competitors = new Map(loaded.competitors.map((row) => [row.id, row]))
    for (const row of loaded.ext) {
      const key = `${row.provider}|${row.ref}`
      const champ = row.kind === 'championship' ? championships.get(row.id) : undefined
      const side = row.kind === 'competitor' ? competitors.get(row.id) : undefined
      if (row.kind === 'sport') this.sports.set(key, row.id)
      if (row.kind === 'country') this.countries.set(key, row.code ?? countryCodeOf(row.id))
      if (row.kind === 'player') this.athletes.set(key, row.id)
      if (side) this.competitors.set(key, { id: row.id, names: side.names, countryId: side.country_id, countryCode: side.country_code })
      if (champ) {
        this.championships.set(key, {
          id: champ.id,
          ref: row.ref,
          sportId: champ.sport_id,
          countryId: champ.country_id,
          countryCode: champ.country_code,
          names: champ.names,
          // By the rules of today: the row was written by those of its time.
          weight: championshipWeight(champ.sport_id, champ.country_code, champ.type, champ.names['en'] ?? '', champ.about?.section),
          type: champ.type,
          ...(champ.about === null ? {} : { about: champ.about }),
        })
      }
    }
    this.anyGames = loaded.anyGames
    this.adopt(loaded)
  }

  /** Before a batch is walked: reserves numbers and fetches games of the past that the batch names again. */
  async prepare(client: Queries, facts: readonly Fact[]): Promise<void> {
    const { need, missing } = countNeeds(facts, {
      competitor: (key) => this.competitors.has(key),
      championship: (key) => this.championships.has(key),
      player: (key) => this.athletes.has(key),
      game: (provider, ref) => (this.games.get(`${provider}|${ref}`) ?? this.byRef.get(ref))?.head,
      gameOfState: (provider, ref) => this.game(provider, ref),
    })
    if (this.anyGames) {
      for (const [provider, refs] of missing) this.adopt(await loadGames(client, provider, refs))
    }
    for (const sequence of Object.keys(need) as Sequence[]) await this.ids.reserve(client, sequence, need[sequence])
  }

  /** A game of the past, for a person who acts on it. */
  async recall(client: Queries, ci: number): Promise<void> {
    this.adopt(await loadGame(client, ci))
  }

  forgetOver(now: Millis): void {
    const isPast = ({ head, sentAt }: Stored) => isOver(head.status) && Math.max(head.startsAt, sentAt) < now - KEPT_MS
    for (const stored of [...this.byCi.values()].filter(isPast)) {
      const { ci, provider, ref } = stored.head
      this.byCi.delete(ci)
      this.games.delete(`${provider}|${ref}`)
      if (this.byRef.get(ref) === stored) this.byRef.delete(ref)
    }
  }

  /** The rows collected since the last call. */
  takeChanges(): Changes {
    const changes = this.changes
    this.changes = noChanges()
    if (changes.games.size > 0) this.anyGames = true
    return changes
  }

  game(provider: ProviderId, ref: Ref): ResolvedGame | undefined {
    const own = this.games.get(`${provider}|${ref}`)
    if (own || !INSIDE.has(provider)) return own?.head
    return (this.byRef.get(ref) ?? (/^\d{1,10}$/.test(ref) ? this.byCi.get(Number(ref)) : undefined))?.head
  }

  gameByCi(ci: number): ResolvedGame | undefined {
    return this.byCi.get(ci)?.head
  }

  /** When the fact was sent that changed the head last. */
  headSentAt(ci: number): Millis | undefined {
    return this.byCi.get(ci)?.sentAt
  }

  allGames(): ResolvedGame[] {
    return [...this.byCi.values()].map(({ head }) => head)
  }

  /** Our id of a player named in an outcome or incident; a player nobody introduced gets a nameless row. */
  playerId(provider: ProviderId, ref: Ref): number {
    const known = this.athletes.get(`${provider}|${ref}`)
    if (known !== undefined) return known
    return this.putPlayer(provider, { kind: 'player', ref, names: {} }).id
  }

  putSport(provider: ProviderId, ref: Ref, sportId: number): ResolvedSport | undefined {
    const key = `${provider}|${ref}`
    if (this.sports.get(key) === sportId) return undefined
    this.sports.set(key, sportId)
    this.changes.ext.push({ provider, kind: 'sport', ref, id: sportId, code: null })
    this.changes.sports.push({ id: sportId, names: namesOfSport(sportId) })
    return { id: sportId, names: namesOfSport(sportId) }
  }

  putCountry(provider: ProviderId, ref: Ref, code: string): void {
    const canonical = canonicalCountryCode(code)
    const key = `${provider}|${ref}`
    if (this.countries.get(key) === canonical) return
    this.countries.set(key, canonical)
    this.changes.ext.push({ provider, kind: 'country', ref, id: countryIdOf(canonical), code: canonical })
  }

  /** New, changed or known; null when its sport is unknown (the fact waits). */
  putChampionship(provider: ProviderId, from: Championship): { it: ResolvedChampionship; changed: boolean } | null {
    const sportId = this.sports.get(`${provider}|${from.sport}`)
    if (sportId === undefined) return null
    const key = `${provider}|${from.ref}`
    const known = this.championships.get(key)
    const countryCode = this.countries.get(`${provider}|${from.country}`) ?? canonicalCountryCode(from.country)
    const names = { ...known?.names, ...from.names }
    const it: ResolvedChampionship = {
      id: known?.id ?? this.ids.take('championship_li'),
      ref: from.ref,
      sportId,
      countryId: countryIdOf(countryCode),
      countryCode,
      names,
      weight: championshipWeight(sportId, countryCode, from.type, names['en'] ?? '', from.about?.section),
      type: from.type,
      ...(from.about === undefined ? {} : { about: from.about }),
    }
    if (known && canonicalJson(known) === canonicalJson(it)) return { it: known, changed: false }
    if (known) Object.assign(known, it)
    else {
      this.championships.set(key, it)
      this.changes.ext.push({ provider, kind: 'championship', ref: from.ref, id: it.id, code: null })
    }
    this.changes.championships.set(it.id, {
      id: it.id,
      sport_id: sportId,
      country_id: it.countryId,
      country_code: countryCode,
      type: from.type,
      gender: from.gender ?? null,
      tz: from.tz,
      names,
      weight: it.weight,
      about: it.about ?? null,
    })
    return { it: known ?? it, changed: true }
  }

  /** Answers the side when it was known under other names; the sides of its games change with it. */
  putCompetitor(provider: ProviderId, from: Competitor): Side | undefined {
    const key = `${provider}|${from.ref}`
    const known = this.competitors.get(key)
    const countryCode =
      from.country === undefined
        ? (known?.countryCode ?? '001')
        : (this.countries.get(`${provider}|${from.country}`) ?? canonicalCountryCode(from.country))
    const side: Side = {
      id: known?.id ?? this.ids.take('competitor_id'),
      names: { ...known?.names, ...from.names },
      countryId: countryIdOf(countryCode),
      countryCode,
    }
    if (known && canonicalJson(known) === canonicalJson(side)) return undefined
    if (known) Object.assign(known, side)
    else {
      this.competitors.set(key, side)
      this.changes.ext.push({ provider, kind: 'competitor', ref: from.ref, id: side.id, code: null })
    }
    this.changes.competitors.set(side.id, {
      id: side.id,
      sport_id: this.sports.get(`${provider}|${from.sport}`) ?? 0,
      type: from.type,
      country_id: side.countryId,
      country_code: countryCode,
      names: side.names,
    })
    return known ? side : undefined
  }

  putPlayer(provider: ProviderId, from: Extract<Entity, { kind: 'player' }>): { id: number; changed: boolean } {
    const key = `${provider}|${from.ref}`
    const known = this.athletes.get(key)
    const id = known ?? this.ids.take('athlete_id')
    if (known === undefined) {
      this.athletes.set(key, id)
      this.changes.ext.push({ provider, kind: 'player', ref: from.ref, id, code: null })
    }
    const competitorId = from.competitor === undefined ? null : (this.competitors.get(`${provider}|${from.competitor}`)?.id ?? null)
    this.changes.athletes.set(id, { id, competitor_id: competitorId, names: from.names })
    return { id, changed: known === undefined }
  }

  championship(provider: ProviderId, ref: Ref): ResolvedChampionship | undefined {
    return this.championships.get(`${provider}|${ref}`)
  }

  /** A game's head as a provider tells it; undefined when its championship is unknown (the fact waits). */
  putGame(provider: ProviderId, from: Game, sentAt: Millis, heardAt = sentAt): HeadChange | undefined {
    // A person's word about a game changes the provider's game.
    const known = this.games.get(`${provider}|${from.ref}`) ?? (INSIDE.has(provider) ? this.byRef.get(from.ref) : undefined)
    const owner = known?.head.provider ?? provider
    const championship = this.championship(owner, from.championship) ?? (INSIDE.has(provider) ? known?.head.championship : undefined)
    if (!championship) return undefined
    if (known && (sentAt < known.sentAt || isToldAgain(known, from, sentAt))) return { stored: known, changed: false, flagged: false }
    const sides = from.sides.map(({ competitor, role, order }) => ({
      ...this.side(owner, competitor, championship.sportId),
      ref: competitor,
      role,
      order,
    }))
    const kind = kindOf(from.status, known?.head.kind ?? 3, from.startsAt <= sentAt)
    const head: ResolvedGame = {
      ci: known?.head.ci ?? 0,
      ref: from.ref,
      provider: owner,
      origin: from.origin,
      championship,
      sport: { id: championship.sportId, names: namesOfSport(championship.sportId) },
      type: from.type,
      sides,
      startsAt: from.startsAt,
      startConfirmed: from.startConfirmed,
      status: from.status,
      ...(from.statusNote === undefined ? {} : { statusNote: from.statusNote }),
      kind,
      ...(from.round === undefined ? {} : { round: from.round }),
      ...(from.venue === undefined ? {} : { venue: from.venue }),
      ...(from.neutral ? { neutral: true } : {}),
      ...(from.format === undefined ? {} : { format: from.format }),
      liveCoverage: from.liveCoverage,
      ...(from.about === undefined ? {} : { about: from.about }),
      parts: known?.head.parts ?? [],
    }
    const flagged = known !== undefined && !mayBecome(known.head.status, from.status)
    if (!known) return { stored: this.create(head, sentAt), changed: true, flagged }
    return { stored: known, changed: this.change(known, head, sentAt, heardAt), flagged }
  }

  /** The first live state of a game that was still in the line moves it to live. */
  moveToLive(head: ResolvedGame, sentAt: Millis): boolean {
    const stored = must(this.byCi.get(head.ci), `game ${head.ci} is not registered`)
    return this.change(stored, { ...head, status: 'live', kind: 1 }, sentAt)
  }

  /** A part that the sport does not foresee gets ids when a market names it; undefined when nobody knows the part. */
  ensurePart(head: ResolvedGame, part: string): ResolvedPart | undefined {
    const known = head.parts.find((p) => p.part === part)
    if (known) return known
    const shape = partShape(head.sport.id, part)
    if (!shape || this.ids.left('game_ci') < 1 || this.ids.left('game_i') < 1) return undefined
    const made = this.makePart(head.ci, shape)
    head.parts.push(made)
    return made
  }

  putPast(provider: ProviderId, from: Game, score: [number, number], periods: unknown): boolean {
    const championship = this.championship(provider, from.championship)
    const [home, away] = from.sides.toSorted((a, b) => a.order - b.order)
    if (!championship || !home || !away) return false
    this.changes.past.push({
      provider,
      ref: from.ref,
      championship_id: championship.id,
      home_id: this.side(provider, home.competitor, championship.sportId).id,
      away_id: this.side(provider, away.competitor, championship.sportId).id,
      starts_at: new Date(from.startsAt),
      score,
      periods,
      round: from.round ?? null,
    })
    return true
  }

  /** A race is over: each runner keeps its place. */
  putRuns(head: ResolvedGame, stats: Readonly<Record<string, [number, number]>>): void {
    this.changes.runs.push(...runsOf(head, stats))
  }

  private side(provider: ProviderId, ref: Ref, sportId: number): Side {
    const known = this.competitors.get(`${provider}|${ref}`)
    if (known) return { ...known }
    // Named before it was introduced: shown by its id until the name arrives (CT-36).
    const side: Side = { id: this.ids.take('competitor_id'), names: {}, countryId: countryIdOf('001'), countryCode: '001' }
    this.competitors.set(`${provider}|${ref}`, side)
    this.changes.ext.push({ provider, kind: 'competitor', ref, id: side.id, code: null })
    this.changes.competitors.set(side.id, {
      id: side.id,
      sport_id: sportId,
      type: 'team',
      country_id: side.countryId,
      country_code: '001',
      names: {},
    })
    return { ...side }
  }

  private create(head: ResolvedGame, sentAt: Millis): Stored {
    const shapes = partsOf(head.sport.id, head.type, head.format)
    head.parts = []
    for (const shape of shapes) head.parts.push(this.makePart(head.parts[0]?.ci ?? 0, shape))
    head.ci = head.parts[0]!.ci
    const stored: Stored = { head, sentAt }
    this.index(stored)
    this.store(stored, sentAt)
    return stored
  }

  private makePart(gameCi: number, shape: { part: string; p: number; ti: number }): ResolvedPart {
    const ci = this.ids.take('game_ci')
    const made: ResolvedPart = { part: shape.part, ci, i: this.ids.take('game_i'), n: printedNumber(ci), p: shape.p, ti: shape.ti }
    this.changes.parts.push({ ci, game_ci: gameCi || ci, part: made.part, i: made.i, n: made.n })
    return made
  }

  private change(stored: Stored, head: ResolvedGame, sentAt: Millis, heardAt = sentAt): boolean {
    const before = stored.head.kind
    if (before === 3 && head.kind === 1) {
      head = { ...head, parts: head.parts.map((part) => ({ ...part, i: this.ids.take('game_i') })) }
      for (const [k, part] of head.parts.entries()) {
        this.changes.movedI.push({ i: stored.head.parts[k]!.i, ci: part.ci, live_i: part.i, replaced_at: new Date(sentAt) })
        this.changes.parts.push({ ci: part.ci, game_ci: head.ci, part: part.part, i: part.i, n: part.n })
      }
    }
    stored.sentAt = sentAt
    if (canonicalJson(head) === canonicalJson(stored.head)) return false
    noteCourse(this.changes, { before: stored.head, after: head, sentAt, heardAt })
    stored.head = head
    this.store(stored, sentAt)
    return true
  }

  private store(stored: Stored, sentAt: Millis): void {
    this.changes.games.set(stored.head.ci, rowOf(stored.head, sentAt))
  }

  private index(stored: Stored): void {
    const { head } = stored
    this.games.set(`${head.provider}|${head.ref}`, stored)
    this.byCi.set(head.ci, stored)
    this.byRef.set(head.ref, stored)
  }

  private adopt({ games, parts }: LoadedGames): void {
    const byGame = Map.groupBy(parts, (part) => part.game_ci)
    const champs = new Map([...this.championships.values()].map((c) => [c.id, c]))
    for (const row of games) {
      const championship = champs.get(row.championship_id)
      if (!championship || this.byCi.has(row.ci)) continue
      const head = headOf(row, byGame.get(row.ci) ?? [], championship, (side) =>
        this.side(row.provider as ProviderId, side.ref, championship.sportId),
      )
      this.index({ head, sentAt: row.sent_at.getTime() })
    }
  }
}
