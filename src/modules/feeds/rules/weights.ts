/** Order of championships in lists: higher first. Known ones by name, the rest by what they are. */
import type { Section } from './fact.ts'

const KNOWN: [sportId: number, code: string, name: RegExp, weight: number][] = [
  [1, '150', /champions (league|cup)/i, 1000],
  [1, '', /world cup/i, 990],
  [1, '', /euro(pean)? championship/i, 985],
  [1, 'GB-ENG', /^(english )?premier league/i, 980],
  [1, 'ES', /^(la liga|primera)/i, 970],
  [1, 'IT', /^serie a/i, 960],
  [1, 'DE', /^(1\. )?bundesliga/i, 950],
  [1, 'FR', /^ligue 1/i, 940],
  [1, 'RU', /premier/i, 930],
  [1, '150', /europa league/i, 920],
  [1, 'NL', /^eredivisie/i, 900],
  [1, 'PT', /^(primeira|liga portugal)/i, 890],
  [1, 'TR', /^s[uü]per lig/i, 880],
  [1, 'BR', /^s[eé]rie a/i, 870],
  [1, 'GB-ENG', /championship/i, 860],
  [1, 'US', /major league soccer|mls/i, 850],
  [1, 'AR', /primera|liga profesional/i, 840],
  [2, '', /^(nhl|khl)/i, 900],
  [3, '', /^nba|euroleague/i, 900],
  [4, '', /grand slam|atp|wta/i, 900],
  [5, '', /^mlb/i, 900],
  [66, '', /\bipl\b|premier league/i, 900],
  [13, '', /^nfl/i, 900],
  [26, '', /formula/i, 900],
]

/** What is not a match of its own stands behind every league, and never among the top ones. */
const OF_SECTION: Readonly<Record<Section, number>> = { simulated: 60, alternative: 50, aftermatch: 45, virtual: 40, marble: 40, tv: 35 }

/** Below 100 nothing stands in the top lists (line/rules/select-games.ts). */
const STRONG_WEIGHT = 98
const SECOND_WEIGHT = 97
const LEAGUE_WEIGHT = 96
const CUP_WEIGHT = 95
const LOWER_WEIGHT = 93

/** Second divisions that are followed abroad stand before most first ones. */
const SECOND = /^(2\. bundesliga|league one|ligue 2|serie b|segunda divisi[oó]n)/i
const LOWER = /^(2\.|3\.|league (one|two)|ligue 2|s[eé]rie b|segunda|eerste|regional|division [12]\b)/i
/** Names that are of a lower division in football and of a first one elsewhere. */
const LOWER_FOOTBALL = /^(1\. division|challenge league|i liga|liga de expansi[oó]n|national league|superettan)/i
/** First divisions of football that are followed abroad. */
const STRONG = /^(AT|AU|BE|CH|CN|CO|CZ|DK|GB-SCT|GR|HR|JP|KR|KZ|MX|NO|PL|RS|SA|SE|UA)$/

export function championshipWeight(sportId: number, countryCode: string, type: string, name: string, section?: Section): number {
  if (section) return OF_SECTION[section]
  if (type === 'outright') return 90
  // "England. Premier League" of the built-in world is the Premier League.
  const own = name.replace(/^\D[^.]*\. /, '')
  for (const [sport, code, pattern, weight] of KNOWN) {
    if (sport === sportId && (code === '' || code === countryCode) && pattern.test(own)) return weight
  }
  const isFootball = sportId === 1
  if (isFootball && /^(GB-ENG|ES|IT|DE|FR)$/.test(countryCode) && SECOND.test(own)) return SECOND_WEIGHT
  if (LOWER.test(own) || (isFootball && LOWER_FOOTBALL.test(own))) return LOWER_WEIGHT
  if (/^\d{3}$/.test(countryCode)) return 500
  if (/^(GB-ENG|ES|IT|DE|FR|RU|NL|PT|BR|TR|US)$/.test(countryCode)) return type === 'cup' ? 350 : 400
  if (type === 'cup') return CUP_WEIGHT
  return isFootball && STRONG.test(countryCode) ? STRONG_WEIGHT : LEAGUE_WEIGHT
}
