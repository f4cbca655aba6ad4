/** Horse races on the wire: the card of a race, the races of a horse (wire 11.4). */
import type pg from 'pg'
import { formatMoney } from '#lib/number-format.ts'
import { unixSeconds } from '#lib/time.ts'
import type { Going, RaceCard } from '#modules/feeds/rules/fact.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { RacePage } from '../contract.ts'
import { isPlainId, readId } from '../rules/ids.ts'
import { silksFile, type Silks } from '../rules/silks.ts'
import { raceTitle, type Sources } from './rows.ts'
import { horsePage } from './team-pages.ts'
import { selectOptionalRace, selectPlaces } from './store.ts'

/** T of "wins the race" in the horses' book. */
const WINNER_T = 12_670

/** Address of the picture; '' when the colours are not known. */
function silksPath(silks: Silks | undefined): string {
  const file = silks ? silksFile(silks) : ''
  return file && `/sfiles/silks/${file}`
}

/** Prizes are told in whole units. */
function prizeText(card: RaceCard | undefined, lng: string): string {
  return card ? formatMoney(BigInt(Math.round(card.prize.amount * 100)), { code: card.prize.currency, exponent: 2 }, lng) : ''
}

/** `goingText` gives the state of the ground in words of the language. */
export async function raceCard(
  pool: pg.Pool,
  sources: Sources,
  text: string,
  { lng, goingText }: { lng: string; goingText(going: Going): string },
) {
  const id = readId('game', text)
  const race = id === null ? null : await selectOptionalRace(pool, id, !isPlainId(text))
  if (!race) return null
  const [horses, championships] = await Promise.all([
    sources.results.competitors(race.sides.map((side) => side.id)),
    sources.results.championships([race.championshipId]),
  ])
  const card = race.about?.card
  const track = nameIn(card?.track ?? {}, lng) || nameIn(championships.get(race.championshipId)?.names ?? {}, lng)
  return {
    I: race.i,
    N: [track, raceTitle(race, lng)].filter(Boolean).join(' · '),
    S: unixSeconds(race.startsAt),
    TR: track,
    DS: card?.distanceM ?? 0,
    GO: card ? goingText(card.going) : '',
    PR: prizeText(card, lng),
    CL: card ? String(card.class) : '',
    H: race.sides.map(({ id: horseId, order }) => {
      const runner = card?.runners.find((one) => one.order === order)
      return {
        I: horseId,
        NO: runner?.number ?? order,
        N: nameIn(horses.get(horseId)?.names ?? {}, lng),
        ST: runner?.stall ?? 0,
        J: nameIn(runner?.jockey ?? {}, lng),
        TN: nameIn(runner?.trainer ?? {}, lng),
        AG: runner?.age ?? 0,
        WT: runner?.weightKg ?? 0,
        F: runner?.form.replaceAll('-', '') ?? '',
        SLK: silksPath(runner?.silks),
        OR: runner?.rating ?? 0,
        NR: runner?.out ?? false,
        T: WINNER_T,
      }
    }),
  }
}

/** The race as a page of ours: its card, and the places once it is over; those who came in first. */
export async function racePage(pool: pg.Pool, sources: Sources, text: string, sportId: number, lng: string): Promise<RacePage | null> {
  const id = readId('game', text)
  const race = id === null ? null : await selectOptionalRace(pool, id, true)
  if (!race) return null
  const [horses, championships, places] = await Promise.all([
    sources.results.competitors(race.sides.map((side) => side.id)),
    sources.results.championships([race.championshipId]),
    selectPlaces(pool, race.ci),
  ])
  const championship = championships.get(race.championshipId)
  if (championship?.sportId !== sportId) return null
  const card = race.about?.card
  const runners = race.sides.map(({ id: horseId, order }) => {
    const runner = card?.runners.find((one) => one.order === order)
    return {
      id: horseId,
      no: runner?.number ?? order,
      name: nameIn(horses.get(horseId)?.names ?? {}, lng),
      stall: runner?.stall ?? 0,
      jockey: nameIn(runner?.jockey ?? {}, lng),
      trainer: nameIn(runner?.trainer ?? {}, lng),
      age: runner?.age ?? 0,
      weightKg: runner?.weightKg ?? 0,
      form: runner?.form ?? '',
      rating: runner?.rating ?? 0,
      out: runner?.out ?? false,
      place: places.get(horseId) ?? 0,
    }
  })
  return {
    ci: race.ci,
    sportId,
    name: [nameIn(championship.names, lng), raceTitle(race, lng)].filter(Boolean).join(' · '),
    startsAt: unixSeconds(race.startsAt),
    state: places.size > 0 ? 'over' : sources.line.answers.indexes.byCi(race.ci)?.game.kind === 1 ? 'live' : 'scheduled',
    track: nameIn(card?.track ?? {}, lng),
    distanceM: card?.distanceM ?? 0,
    going: card?.going ?? '',
    raceClass: card?.class ?? 0,
    prize: prizeText(card, lng),
    runners: runners.toSorted((a, b) => (a.place || 999) - (b.place || 999) || a.no - b.no),
  }
}

export async function horseRuns(pool: pg.Pool, sources: Sources, text: string, lng: string) {
  const id = readId('team', text)
  const page = id === null ? null : await horsePage(pool, sources, id, lng)
  if (!page) return null
  return {
    I: page.horseId,
    N: page.name,
    AG: page.age,
    SX: page.sex,
    C: '',
    SR: '',
    DM: '',
    OW: '',
    R: page.races.map((race) => ({
      S: race.startsAt,
      TR: race.track,
      DS: race.distanceM,
      PL: race.place,
      OF: race.of,
      J: race.jockey,
      SP: 0,
    })),
  }
}
