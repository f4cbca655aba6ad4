/** Registers the feed calls. Feeds answer ready bytes: no reply is serialised per request. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { languageOffered } from '#lib/language-tag.ts'
import { type Ctx, envelopeA, type FastPath, route } from '#platform/server/http.ts'
import type { EndpointSpec } from '#platform/shared/endpoint.ts'
import { type Problem, problem } from '#platform/shared/problem.ts'
import { featureOn } from '#platform/shared/site-config.ts'
import {
  betsModel,
  checkLink,
  feedEndpoints,
  findMainLiveByLineId,
  getCountries,
  getSportInfo,
  getWebSports,
  sectionOfFeed,
} from '../contract.ts'
import { isOver, type Kind, KIND_LINE, KIND_LIVE } from '../rules/book.ts'
import { type FeedDefaults, type FeedQuery, feedQuery, type RawQuery } from '../rules/feed-query.ts'
import { marketLanguage } from '../rules/market-names.ts'
import { LINE_PRODUCTS, type LineProduct } from '../rules/left-out.ts'
import { allSports } from '../rules/sport-info.ts'
import { allCountries, countryName } from '../rules/wire/country.ts'
import { nameIn } from '../rules/wire/view.ts'
import { type FeedMethod, feedQuestion, REQUIRED, USUAL_ROWS } from './answers.ts'
import { pageLink } from './page-link.ts'
import type { Line } from './line.ts'
import { modelChunk, type ModelForm, modelMap } from './names-model.ts'
import { hasDefaults, rawOf, type Reach, reachOf } from './reach.ts'
import type { Brand } from './selection.ts'
import { sendVersion } from './snapshot-version.ts'
import type { Question } from './snapshots.ts'

/** ErrorCode of a missing or wrong required parameter (wire §5); it comes with HTTP 400, on feeds too (wire 8.9). */
const BAD_PARAMETER = 900_400
const DECIMAL = 0
/** Language of a call that says none (wire 3). */
const WIRE_LANGUAGE = 'ru'
const DICTIONARY_CACHE = 'public,max-age=900'
const NO_STORE = 'no-store'

export interface LineRoutes {
  app: FastifyInstance
  line: Line
}

export function registerLineRoutes({ app, line }: LineRoutes): void {
  for (const method of Object.keys(feedEndpoints) as FeedMethod[]) registerFeed(app, line, method)
  registerReference(app, line)
  registerNames(app, line)
}

function registerFeed(app: FastifyInstance, line: Line, method: FeedMethod): void {
  route(app, feedEndpoints[method] as EndpointSpec, async (ctx, _input, reply) => {
    const { raw, query } = askedOf(ctx, DECIMAL, USUAL_ROWS[method])
    const required = REQUIRED[method]
    if (required && !required.given(query, raw)) return parameterRequired(required.name)
    const question = feedQuestion(line.answers, method, kindOf(ctx), query, brandOf(ctx))
    return sendQuestion(line, ctx, reply, question)
  })
}

/**
 * The query of a call as it came and as the feeds read it; `format` is the odds format when none is asked, neither here nor by
 * the visitor's cookie. Who says no language, neither here nor by the page's header or the cookie, is answered in that of the
 * wire, whatever the brand's is. `rows`: how many a call has by itself.
 */
export function askedOf(ctx: Ctx, format: number, rows: Pick<FeedDefaults, 'count' | 'limit'> = {}): { raw: RawQuery; query: FeedQuery } {
  const { headers, cookies } = ctx.request
  const raw = rawOf(ctx)
  const said = raw['lang'] ?? headers['x-lng'] ?? cookies['lng']
  const chosen = /^\d{1,2}$/.exec(cookies['coefview'] ?? '')?.[0]
  const defaults: FeedDefaults = {
    ...rows,
    lng: said === undefined ? WIRE_LANGUAGE : ctx.lng,
    format: chosen === undefined ? format : Number(chosen),
    countryId: ctx.countryId,
  }
  const query = feedQuery(raw, defaults)
  // Names, texts and answers are kept by language: of tags that nobody has a word in there are millions.
  const { offered, default: usual } = ctx.config.languages
  const lng = query.lng === WIRE_LANGUAGE ? WIRE_LANGUAGE : (languageOffered(query.lng, offered) ?? usual)
  const isLeft = (one: LineProduct) => query.without.includes(one) || !featureOn(ctx.config, one)
  return { raw, query: { ...query, lng, without: LINE_PRODUCTS.filter(isLeft) } }
}

/** The root of the address says which kind it serves (wire rule 4). */
export function kindOf(ctx: Ctx): Kind {
  return sectionOfFeed(ctx.request.url) === 'live' ? KIND_LIVE : KIND_LINE
}

/** Answers with the ready bytes of the question, and remembers the address where the next request for it may be answered before the router. */
export async function sendQuestion(
  line: Line,
  ctx: Ctx,
  reply: FastifyReply,
  question: Question,
  reach: Reach = reachOf(ctx),
): Promise<undefined> {
  const { raw } = ctx.request
  const version = await line.snapshots.answer(question, raw)
  // Whose address is made to be new each time never asks for it again.
  const isLasting = question.cacheControl !== NO_STORE && rawOf(ctx)['anticachestamp'] === undefined
  if (isLasting && (reach === 'address' || (reach === 'cookies' && !hasDefaults(raw))))
    line.snapshots.remember((ctx.request.headers.host ?? '') + (raw.url ?? ''), question, reach)
  reply.hijack()
  sendVersion(raw, reply.raw, version, reach)
  return undefined
}

export function brandOf(ctx: Ctx): Brand {
  return { id: ctx.brand, sportsOrder: ctx.config.betting.sportsOrder }
}

/** A required parameter that is missing or of no use. */
export function parameterRequired(name: string): Problem {
  return problem('line.parameter_required', { field: name, params: { name }, wire: BAD_PARAMETER, status: 400 })
}

function lngOf(ctx: Ctx): string {
  return askedOf(ctx, DECIMAL).query.lng
}

function registerReference(app: FastifyInstance, line: Line): void {
  const text = line.answers.text
  route(app, findMainLiveByLineId, (_ctx, { query }) => {
    if (query.gameId === undefined) return parameterRequired('gameId')
    const found = line.byI(query.gameId) ?? line.byRetiredI(query.gameId)
    if (!found || isOver(found.game)) return null
    const { game, part } = found
    return { GameId: part.i, ConstId: part.ci, SportId: game.sportId, ChampId: game.championshipId, Kind: game.kind }
  })
  dictionary(app, line, getCountries, (lng) =>
    allCountries().map(({ id, en, code }) => ({ I: id, N: countryName(id, lng) || en, E: en, A2: code })),
  )
  dictionary(app, line, getWebSports, (lng) =>
    [...allSports()].map(({ id, names, unit, rank }) => ({
      I: id,
      N: nameIn(names, lng),
      E: nameIn(names, 'en'),
      T: unit && text(lng, `unit_${unit}`),
      TS: unit && text(lng, `units_${unit}`),
      CID: rank,
    })),
  )
  dictionary(app, line, getSportInfo, (lng) =>
    [...allSports()].map(({ id, names, unit }) => ({
      id,
      name: nameIn(names, lng),
      nameEng: nameIn(names, 'en'),
      timeName: unit && text(lng, `unit_${unit}`),
      timesName: unit && text(lng, `units_${unit}`),
    })),
  )
  route(app, checkLink, (ctx, { query }) => {
    if (query.permanentId === undefined) return parameterRequired('permanentId')
    return pageLink(line.answers, query.permanentId, lngOf(ctx))
  })
}

/** A call that hangs on the language alone: written once for all who ask. */
function dictionary(app: FastifyInstance, line: Line, spec: EndpointSpec, valueIn: (lng: string) => unknown): void {
  route(app, spec, (ctx, _input, reply) => {
    const lng = lngOf(ctx)
    const question: Question = { key: `${spec.path}|${lng}`, scope: () => [], build: () => envelopeA(valueIn(lng)) }
    return sendQuestion(line, ctx, reply, question, reachOf(ctx) === 'visitor' ? 'visitor' : 'address')
  })
}

const FILE = /^bets_model_(?:(map)_)?(full|short)_([a-z]{2,3}(?:-[a-z]{2,8})?)(?:_(\d{1,7}))?\.json$/i

function registerNames(app: FastifyInstance, line: Line): void {
  route(app, betsModel, async (ctx, { params }, reply) => {
    const match = FILE.exec(params.file)
    const asked = match && modelAsked(match)
    const value = asked && modelFile(asked)
    if (!value) return problem('platform.not_found', { status: 404, wire: 2 })
    const question: Question = {
      // Not as the file was spelled: one answer has hundreds of names.
      key: `names|${JSON.stringify(asked)}`,
      scope: () => [],
      build: () => value,
      cacheControl: DICTIONARY_CACHE,
    }
    return sendQuestion(line, ctx, reply, question, 'address')
  })
}

interface ModelAsked {
  map: boolean
  form: ModelForm
  /** One that has names of its own. */
  lng: string
  chunk: number | null
}

function modelAsked([, map, form, lng, chunk]: RegExpExecArray): ModelAsked {
  return {
    map: map !== undefined,
    form: form!.toLowerCase() as ModelForm,
    lng: marketLanguage(lng!.toLowerCase()),
    chunk: chunk === undefined ? null : Number(chunk),
  }
}

function modelFile({ map, form, lng, chunk }: ModelAsked): unknown {
  if (map) return chunk === null ? modelMap(form, lng) : null
  return chunk === null ? null : modelChunk(form, lng, chunk)
}

/** Answers known addresses from ready bytes before the router; false leaves the request to it (design §8). */
export function lineFastPath(line: Line): FastPath {
  return (request, response, route) =>
    request.method === 'GET' && line.snapshots.fastPath(request, response, request.headers.host ?? '', route)
}
