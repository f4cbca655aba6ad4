/** A result as a row of the wire (wire 7.3). */
import { venueIn } from '#modules/feeds/rules/stadiums.ts'
import { unixSeconds } from '#lib/time.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { stableHash } from '#modules/line/rules/stable-hash.ts'
import { toldStatus } from '#modules/line/rules/status-words.ts'
import { roundText } from '#modules/line/rules/wire/round-text.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { pastIds } from '../rules/past-ids.ts'
import { COUNTED, pairText, scoreText } from '../rules/score-text.ts'
import type { ResultRow } from './store.ts'

export type Text = (key: string, params?: Record<string, string | number>) => string
export type WireResult = Record<string, unknown>

const WORDS = new Set(['cancelled', 'abandoned'])
const NOTES = new Set(['after_extra_time', 'after_shootout', 'walkover', 'retired', 'defaulted', 'awarded'])

export function wireResult(row: ResultRow, lng: string, text: Text): WireResult {
  const past = pastIds(stableHash(row.digest ?? ''))
  const wire: WireResult = {
    id: row.i ?? past.id,
    constId: row.ci ?? past.constId,
    sportId: row.sport_id,
    champId: row.championship_id,
    champName: nameIn(row.championship, lng),
    ...(row.type === 'race' ? raceSides(row, lng) : sides(row, lng)),
    dopInfo: '',
    dateStart: unixSeconds(row.starts_at.getTime()),
  }
  const score = scoreOf(row, lng, text)
  if (score) wire['score'] = score
  if (row.first_score) wire['scoreBefore'] = pairText(row.first_score)
  const counted = COUNTED.flatMap(([stat, title]) => {
    const pair = row.stats[stat]
    return pair ? [{ title: text(`line:${title}`), score: pairText(pair) }] : []
  })
  if (counted.length) Object.assign(wire, { hasSubGame: true, subGame: counted })
  const infos: Record<string, string> = {}
  if (row.round) infos['1'] = roundText(row.round, (key, params) => text(`line:${key}`, params))
  if (row.venue) infos['2'] = venueIn(row.venue, lng)
  if (Object.keys(infos).length) wire['matchInfos'] = infos
  if (row.country_id) wire['champCountry'] = row.country_id
  if (row.status_note && NOTES.has(row.status_note)) wire['gameVidName'] = text(`results:${row.status_note}`)
  if (sportInfo(row.sport_id).cyber) wire['isCyber'] = true
  return wire
}

function sides(row: ResultRow, lng: string): WireResult {
  return {
    opp1: nameIn(row.home ?? {}, lng),
    opp2: nameIn(row.away ?? {}, lng),
    opp1Ids: row.home_id === null ? [] : [row.home_id],
    opp2Ids: row.away_id === null ? [] : [row.away_id],
  }
}

/** A race is called by its name; its result names the first three. */
function raceSides(row: ResultRow, lng: string): WireResult {
  const name = row.title ? nameIn(row.title, lng) : (row.round ?? nameIn(row.championship, lng))
  return { opp1: name, opp1Ids: row.places?.map(({ id }) => id) ?? [], opp2Ids: [] }
}

function scoreOf(row: ResultRow, lng: string, text: Text): string {
  if (row.places) return row.places.map(({ names }, k) => `${k + 1}. ${nameIn(names, lng)}`).join(', ')
  const status = toldStatus(row.status, row.status_note ?? undefined)
  const word = WORDS.has(status) ? text(`results:${status}`) : ''
  if (!row.score) return word
  const score = scoreText(row.score, row.periods)
  return word ? `${score}, ${word}` : score
}
